/** A mail that the sign-in service would have sent: to whom, what for, and the link in it. */
export type Mail = {
  readonly email: string
  readonly requestType: string
  readonly oobLink: string
}

const STYLE = `
body{margin:0 auto;max-width:720px;padding:32px 16px;background:#faf8f4;color:#1d1b18;font:16px/1.8 'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei',sans-serif}
h1{font-size:28px;font-weight:500;margin:0}p{margin:0}.note{color:#655f56;font-size:14px;margin-bottom:32px}
ol{list-style:none;margin:0;padding:0}li{padding:20px 0;border-top:1px solid #e4ded3}
h2{font-size:17px;font-weight:500;margin:0}
a{color:inherit}label{display:grid;gap:4px;max-width:320px;font-size:14px}input{padding:10px 12px;border:1px solid #8d8579;border-radius:3px;font:inherit}
button{background:none;color:inherit;font:inherit;cursor:pointer}
.open{display:inline-block;margin-top:8px;padding:10px 20px;border:1px solid #1d1b18;border-radius:3px;text-decoration:none}
.open:hover,.open:focus-visible{background:#1d1b18;color:#faf8f4}
code{display:block;margin-top:8px;color:#655f56;font-size:12px;overflow-wrap:anywhere;line-height:1.5}
`

const SUBJECTS: Record<string, string> = {
  VERIFY_EMAIL: '請驗證您的電子信箱',
  PASSWORD_RESET: '重設您的密碼',
}

/** Text made harmless inside HTML and its attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

// The emulator takes the new password in the link's own query; the real mail opens a page that asks for it.
function passwordForm(oobLink: string): string {
  const { origin, pathname, searchParams } = new URL(oobLink)
  const kept = [...searchParams].map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form action="${escapeHtml(origin + pathname)}">${kept.join('')}
<label>新密碼<input name="newPassword" type="password" minlength="6" required autocomplete="new-password"></label>
<button class="open">重設密碼</button></form>`
}

function mailItem({ email, requestType, oobLink }: Mail): string {
  const link = escapeHtml(oobLink)
  return `<li><h2>${escapeHtml(SUBJECTS[requestType] ?? requestType)}</h2><p>收件人：${escapeHtml(email)}</p>
${requestType === 'PASSWORD_RESET' ? passwordForm(oobLink) : `<a class="open" href="${link}">開啟連結</a>`}
<code>${link}</code></li>`
}

/** The mailbox as a page; null stands for a sign-in service that does not answer. */
export function mailboxPage(mails: readonly Mail[] | null): string {
  const body =
    mails === null
      ? '<p role="alert">登入服務沒有回應，請稍後重新整理。</p>'
      : mails.length === 0
        ? '<p>目前沒有信件。註冊或重設密碼後，信件會出現在這裡。</p>'
        : `<ol>${mails.map(mailItem).join('')}</ol>`
  return `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>本機信箱</title><style>${STYLE}</style></head>
<body><h1>本機信箱</h1><p class="note">登入服務原本要寄出的每一封信，最新的在最上面；用過的連結會消失。</p>${body}</body></html>`
}
