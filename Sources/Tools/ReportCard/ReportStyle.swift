/// How the page looks, in light and dark.
enum ReportStyle {
  static let css = """
    :root{--bg:#f6f6f4;--card:#fff;--ink:#1b1c1e;--soft:#6a6d73;--line:#e2e2de;--pass:#1d7a46;--note:#8a6100;\
    --fail:#b3261e;--none:#6a6d73;--bad:#7a3aa8}
    @media (prefers-color-scheme:dark){:root{--bg:#141517;--card:#1d1f22;--ink:#eceded;--soft:#9da1a8;\
    --line:#303338;--pass:#5cc98b;--note:#e3b341;--fail:#ff7b72;--none:#9da1a8;--bad:#c89bf0}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 Inter,-apple-system,"Segoe UI",Roboto,sans-serif}
    main{max-width:1280px;margin:0 auto;padding:40px 24px 64px}
    h1{font-size:30px;line-height:1.2;margin:4px 0 8px}h2{font-size:20px;margin:0}h3{font-size:16px;margin:0 0 2px}
    .eyebrow{margin:0;color:var(--soft);letter-spacing:.06em;text-transform:uppercase;font-size:12px}
    .facts{margin:2px 0 12px;color:var(--soft)}.facts b{color:var(--ink);font-weight:600}
    .incomplete{border-left:4px solid var(--fail);padding:6px 12px;background:var(--card)}
    .chip{display:inline-block;border:1px solid currentColor;border-radius:999px;padding:0 9px;font-size:12px;\
    line-height:19px;font-weight:600;white-space:nowrap;vertical-align:middle}
    h1 .chip{font-size:15px;line-height:24px;padding:0 12px}
    .pass{color:var(--pass)}.note{color:var(--note)}.fail{color:var(--fail)}.not-judged{color:var(--none)}\
    .disagreement{color:var(--bad)}
    .scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:12px;margin:20px 0}
    table{border-collapse:collapse;width:100%;font-size:14px}
    th,td{text-align:left;padding:8px 12px;border-bottom:1px solid var(--line);vertical-align:top;white-space:nowrap}
    th{color:var(--soft);font-weight:600;font-size:12px}tbody tr:last-child td{border-bottom:0}
    .num{font-variant-numeric:tabular-nums}a{color:inherit;text-underline-offset:3px}
    section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px;margin:16px 0}
    .display{display:flex;gap:20px;flex-wrap:wrap;padding:16px 0 4px;border-top:1px solid var(--line)}
    .display:first-of-type{border-top:0}
    .shots{display:flex;gap:24px;flex-wrap:wrap;align-items:flex-end;padding:8px 0 12px}
    figure{margin:0;max-width:100%}figcaption{color:var(--soft);font-size:13px;padding-top:6px}
    .shots img{display:block;max-width:100%;max-height:560px;background:#000;padding:7px;border-radius:22px}
    .body{display:flex;gap:8px 28px;flex-wrap:wrap}
    .cards{display:flex;gap:24px;flex-wrap:wrap;flex:1 1 340px;padding-top:8px}
    .rules dt{text-align:right;font-variant-numeric:tabular-nums}.rules dt:target,.rules dt:target+dd{color:var(--ink);\
    font-weight:600}a.rule{text-decoration:underline dotted}
    footer h2{margin:20px 0 4px;color:var(--ink)}
    .shot{flex:0 1 auto;max-width:min(460px,100%)}
    .shot img{display:block;max-width:100%;max-height:460px;border-radius:14px;border:1px solid var(--line)}
    .frames{display:flex;gap:14px;flex-wrap:wrap;align-items:flex-end}
    .frames img{display:block;max-width:min(260px,100%);max-height:320px;border-radius:10px;border:1px solid var(--line)}
    .text{flex:1 1 320px;min-width:0}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:8px 0}dt{color:var(--soft)}dd{margin:0}
    .findings{list-style:none;padding:0;margin:8px 0}.findings li{padding:4px 0}
    .rule{color:var(--soft);font-size:13px}.want{color:var(--soft)}
    .badge{border:1px dashed var(--note);color:var(--note);border-radius:6px;padding:0 6px;font-size:12px}
    .passed,footer{color:var(--soft);font-size:13px}
    """
}
