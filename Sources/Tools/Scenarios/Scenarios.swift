import PhoneModel
