import type { Letter } from './letters.ts'
import type { Mail } from './mails.ts'

const STYLE = `
body{margin:0 auto;max-width:720px;padding:32px 16px;background:#faf8f4;color:#1d1b18;font:16px/1.8 'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei',sans-serif}
h1{font-size:28px;font-weight:500;margin:0}p{margin:0}.note{color:#655f56;font-size:14px;margin-bottom:32px}
ol{list-style:none;margin:0;padding:0}li{padding:20px 0;border-top:1px solid #e4ded3}
h2,h3{font-size:17px;font-weight:500;margin:0}
a{color:inherit}label{display:grid;gap:4px;max-width:320px;font-size:14px}input{padding:10px 12px;border:1px solid #8d8579;border-radius:3px;font:inherit}
button{background:none;color:inherit;font:inherit;cursor:pointer}
.open{display:inline-block;margin-top:8px;padding:10px 20px;border:1px solid #1d1b18;border-radius:3px;text-decoration:none}
.open:hover,.open:focus-visible{background:#1d1b18;color:#faf8f4}
h2.part{margin-top:40px;font-size:20px}
iframe{display:block;box-sizing:border-box;width:100%;height:460px;margin-top:12px;border:1px solid #e4ded3;background:#fff}
summary{margin-top:8px;cursor:pointer;font-size:14px}pre{margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.7 inherit}
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
  return `<li><h3>${escapeHtml(SUBJECTS[requestType] ?? requestType)}</h3><p>收件人：${escapeHtml(email)}</p>
${requestType === 'PASSWORD_RESET' ? passwordForm(oobLink) : `<a class="open" href="${link}">開啟連結</a>`}
<code>${link}</code></li>`
}

const TIME = new Intl.DateTimeFormat('zh-TW', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

// The frame runs no script; its links open beside it.
function letterItem({ at, to, subject, text, html, answerLost }: Letter): string {
  const framed = html.replace('<head>', '<head><base target="_blank">')
  return `<li><h3>${escapeHtml(subject)}</h3><p>收件人：${escapeHtml(to.join('、'))}</p>
<p>${TIME.format(new Date(at))}${answerLost ? '（已收下，沒有回覆寄件的商店）' : ''}</p>
<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>
<details><summary>純文字</summary><pre>${escapeHtml(text)}</pre></details></li>`
}

function signInPart(mails: readonly Mail[] | null): string {
  if (mails === null) return '<p role="alert">登入服務沒有回應，請稍後重新整理。</p>'
  if (mails.length === 0) return '<p>目前沒有信件。註冊或重設密碼後，信件會出現在這裡。</p>'
  return `<ol>${mails.map(mailItem).join('')}</ol>`
}

/** More frames than these would make the page slow. */
const SHOWN = 100

function shopPart(letters: readonly Letter[]): string {
  if (letters.length === 0) return '<p>目前沒有信件。下單之後，信件會出現在這裡。</p>'
  const older = letters.length - SHOWN
  const rest = older > 0 ? `<p>還有 ${older} 封較早的信，在資料夾裡。</p>` : ''
  return `<ol>${letters.slice(0, SHOWN).map(letterItem).join('')}</ol>${rest}`
}

/** The mailbox as a page: the shop's mails and the sign-in service's; null means that the sign-in service does not answer. */
export function mailboxPage(mails: readonly Mail[] | null, letters: readonly Letter[]): string {
  return `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>本機信箱</title><style>${STYLE}</style></head>
<body><h1>本機信箱</h1><p class="note">原本要寄出的每一封信，最新的在最上面；登入服務用過的連結會消失。</p>
<h2 class="part">登入服務的信</h2>${signInPart(mails)}<h2 class="part">商店的信</h2>${shopPart(letters)}</body></html>`
}
