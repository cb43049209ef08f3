import type { Order } from './records.ts'

/** What the SDK script tells the window in its address. */
export type WindowRequest = {
  token: string
  funding: 'paypal' | 'card'
  channel: string
  origin: string
}

/** How the window ends, as told to the page that opened it. */
export type WindowResult = {
  type: 'approved' | 'cancelled' | 'error'
  payer?: string
  message?: string
  url?: string | undefined
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light;font-family:system-ui,"Noto Sans TC","PingFang TC","Microsoft JhengHei",sans-serif;line-height:1.6}
body{margin:0;background:#f4f5f7;color:#1d2430}
main{max-width:27rem;margin:0 auto;padding:1.25rem 1.25rem 2rem}
.local{background:#fff3c4;color:#4a3500;margin:0;padding:.6rem 1.25rem;text-align:center;font-weight:600}
h1{font-size:1.25rem;margin:.75rem 0}
dl{background:#fff;border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 1rem;display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt{color:#505a69}dd{margin:0;text-align:right;overflow-wrap:anywhere}.total{font-size:1.25rem;font-weight:700}
label{display:block;margin:.75rem 0 .25rem;font-weight:600}
input,select{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.4rem .6rem;font:inherit;border:1px solid #6b7684;border-radius:.5rem;background:#fff;color:inherit}
button{width:100%;min-height:3rem;margin-top:.9rem;font:inherit;font-weight:700;border-radius:1.5rem;border:2px solid #003087;background:#003087;color:#fff;cursor:pointer}
button.plain{background:#fff;color:#003087}
:focus-visible{outline:3px solid #ffc439;outline-offset:2px}
summary{cursor:pointer;margin-top:1rem}`

function page(title: string, main: string, nonce: string): string {
  return `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><header><p class="local">本機模擬付款，不會真的扣款</p></header><main>${main}</main></body></html>
`
}

const paypalOutcomes = [
  ['ok', '付款成功'],
  ['CAPTURE_PENDING', '付款待審核（PENDING）'],
  ['CAPTURE_DECLINED', '請款後遭拒（DECLINED）'],
  ['INSTRUMENT_DECLINED', '付款工具遭拒，可換一個再試'],
  ['PAYER_ACTION_REQUIRED', '需要再回到 PayPal 確認'],
  ['PAYER_CANNOT_PAY', '買家無法付款給這家店'],
  ['TRANSACTION_REFUSED', '交易遭拒'],
] as const

/** The test cards, and what each of them leads to. */
export const testCards = [
  ['4111111111111111', 'ok', '付款成功'],
  ['4000000000000002', 'INSTRUMENT_DECLINED', '發卡銀行拒絕'],
  ['4000000000000101', 'CAPTURE_PENDING', '銀行審核中'],
  ['4000000000000119', 'CAPTURE_DECLINED', '請款後遭拒'],
  ['4000000000003220', 'PAYER_ACTION_REQUIRED', '需要再驗證一次'],
] as const

function select(name: string, choices: readonly (readonly [string, string])[]): string {
  const options = choices.map(
    ([value, words]) => `<option value="${value}">${escape(words)}</option>`,
  )
  return `<select id="${name}" name="${name}">${options.join('')}</select>`
}

function cardFields(): string {
  const cards = testCards.map(
    ([number, , words]) => [number, `${number.replaceAll(/.{4}(?=.)/g, '$& ')}　${words}`] as const,
  )
  return `<label for="card">測試卡號</label>${select('card', cards)}`
}

function paypalFields(): string {
  return `<details><summary>測試情境</summary>
<label for="outcome">這筆付款的結果</label>${select('outcome', paypalOutcomes)}</details>`
}

function hidden({ token, funding, channel, origin }: WindowRequest): string {
  return Object.entries({ token, funding, channel, origin })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
}

/** The approval window: who is paid, what for, how much; approve or cancel. */
export function approvalPage(
  order: Order,
  asked: WindowRequest,
  shop: string,
  nonce: string,
): string {
  const [{ amount, description = '—' }] = order.request.purchase_units
  const sum = `${amount.currency_code === 'TWD' ? 'NT$' : `${amount.currency_code} `}${Number(amount.value).toLocaleString('en-US')}`
  const card = asked.funding === 'card'
  const title = card ? '信用卡／金融卡付款' : 'PayPal 付款'
  const main = `<h1>${title}</h1>
<dl><dt>商店</dt><dd>${escape(shop)}</dd><dt>說明</dt><dd>${escape(description)}</dd>
<dt>金額</dt><dd class="total">${escape(sum)}</dd></dl>
<form method="post" action="/checkoutnow/approve">${hidden(asked)}${card ? cardFields() : paypalFields()}
<button type="submit">同意付款</button></form>
<form method="post" action="/checkoutnow/cancel">${hidden(asked)}<button class="plain" type="submit">取消</button></form>`
  return page(`${title}（本機模擬）`, main, nonce)
}

// The message goes to the origin that opened the window and to no other. Without one the buyer is sent on.
const farewell = `
const { type, token, payer, message, channel, origin, url } = document.getElementById('result').dataset
if (window.opener && origin) {
  window.opener.postMessage({ source: 'paypal-stand-in', type, orderID: token, payerID: payer, message, channel }, origin)
  window.close()
} else if (url) {
  location.replace(url)
}`

const headings = { approved: '已同意付款', cancelled: '已取消付款', error: '無法付款' } as const

/** The window's last page: it reports to its opener and closes, or goes where the order says. */
export function closingPage(result: WindowResult, asked: WindowRequest, nonce: string): string {
  const heading = headings[result.type]
  const attributes = Object.entries({ ...asked, ...result })
    .map(([name, value = '']) => `data-${name}="${escape(value)}"`)
    .join(' ')
  const words = escape(result.message ?? '可以關閉這個視窗，回到商店。')
  const main = `<h1>${heading}</h1><p id="result" ${attributes}>${words}</p><script nonce="${nonce}">${farewell}</script>`
  return page(heading, main, nonce)
}
