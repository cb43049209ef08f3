import { escape, htmlReply } from '../stand-in/buyer-page.ts'
import type { Reply } from '../stand-in/http.ts'
import { clock, type Ecpay, taipei } from './context.ts'
import { scriptNames } from './parcels.ts'
import type { Invoice, Parcel, PaymentCode } from './records.ts'
import { type CvsType, findStore, storesOf } from './stores.ts'

const style = `
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem;background:#f4f7f5;color:#1d2430;font:16px/1.6 system-ui,"Noto Sans TC","Noto Sans CJK TC",sans-serif}
.local{background:#fff3c4;padding:.5rem 1rem;font-weight:600}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
.label,.card{background:#fff;border:1px solid #8b98a5;border-radius:.5rem;padding:1rem;margin:0 0 1rem;break-inside:avoid}
.big{font-size:1.4rem;font-weight:700;letter-spacing:.05em}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem 1rem;margin:0}dt{color:#505a69}dd{margin:0;overflow-wrap:anywhere}
form{display:inline-block;margin:.5rem .5rem 0 0}
button,select{font:inherit;min-height:2.75rem;padding:.3rem .9rem;border-radius:.4rem;border:1px solid #0b6b3a;background:#fff;color:#0b6b3a;cursor:pointer}
@media print{.local{display:none}body{background:#fff;padding:0}}`

function page(title: string, main: string, formTargets = ''): Reply {
  return htmlReply(
    200,
    (nonce) => `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)}（本機模擬）</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><p class="local">本機模擬綠界，不會真的寄件或開發票</p><main><h1>${escape(title)}</h1>${main}</main></body></html>
`,
    formTargets,
  )
}

function rows(pairs: readonly (readonly [string, string])[]): string {
  return `<dl>${pairs.map(([name, value]) => `<dt>${name}</dt><dd>${escape(value)}</dd>`).join('')}</dl>`
}

function storeText(ecpay: Ecpay, { subType, store }: Parcel): string {
  if (subType === 'TCAT') return store
  return `${store} ${findStore(ecpay, subType, store)?.name ?? '（門市已關閉）'}`
}

/** The labels of parcels, to be printed. */
export function labelsPage(ecpay: Ecpay, parcels: readonly Parcel[]): Reply {
  const labels = parcels.map(
    (parcel) => `<section class="label"><p class="big">${parcel.paymentNo}${parcel.validation}</p>
${rows([
  ['收件人', parcel.receiver.name],
  ['送到', storeText(ecpay, parcel)],
  ['代收金額', String(parcel.collect)],
  ['商店編號', parcel.number],
])}</section>`,
  )
  return page(`寄件標籤 ${parcels.length} 張`, labels.join(''))
}

const hiddenField = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escape(value)}">`

/** The page on which the buyer chooses a store, as ECPay's map: each choice is posted to the shop by the browser. */
export function mapPage(ecpay: Ecpay, form: Readonly<Record<string, string>>): Reply {
  const subType = form['LogisticsSubType'] ?? ''
  const type: CvsType = subType === 'FAMIC2C' ? 'FAMI' : 'UNIMART'
  const replyTo = form['ServerReplyURL'] ?? ''
  if (!URL.canParse(replyTo)) return page('無法選擇門市', '<p>ServerReplyURL</p>')
  const kept = ['MerchantID', 'MerchantTradeNo', 'LogisticsSubType', 'ExtraData']
  const choices = storesOf(ecpay, type).map(({ id, name, address, phone }) => {
    const fields = [
      ...kept.map((field) => hiddenField(field, form[field] ?? '')),
      hiddenField('CVSStoreID', id),
      hiddenField('CVSStoreName', name.slice(0, 10)),
      hiddenField('CVSAddress', address),
      hiddenField('CVSTelephone', type === 'FAMI' ? phone : ''),
      hiddenField('CVSOutSide', /澎湖|金門|連江|琉球|綠島|蘭嶼/.test(address) ? '1' : '0'),
    ]
    return `<form method="post" action="${escape(replyTo)}">${fields.join('')}<button>${escape(`${name} ${address}`)}</button></form>`
  })
  return page('選擇門市', choices.join(''), new URL(replyTo).origin)
}

function parcelCard(ecpay: Ecpay, parcel: Parcel): string {
  const press = (what: string, text: string) =>
    `<form method="post" action="/press"><input type="hidden" name="parcel" value="${parcel.id}"><input type="hidden" name="do" value="${what}"><button>${text}</button></form>`
  const lives = scriptNames.map((name) => press(name, `改走「${name}」`))
  return `<section class="card">${rows([
    ['商店編號', parcel.number],
    ['寄件編號', parcel.paymentNo + parcel.validation],
    ['送到', storeText(ecpay, parcel)],
    ['收件人', parcel.receiver.name],
    ['狀態', parcel.events.map(({ code, at }) => `${code}（${at}）`).join(' → ')],
  ])}${press('step', '下一步')}${lives.join('')}</section>`
}

function invoiceCard({ id, random, relateNumber, amount, createdAt, ...invoice }: Invoice): string {
  const allowances = invoice.allowances.map(
    ({ number, amount: part, voided }) => `${number} NT$${part}${voided ? '（已作廢）' : ''}`,
  )
  return `<section class="card">${rows([
    ['發票號碼', `${id}（隨機碼 ${random}）`],
    ['自訂編號', relateNumber],
    ['金額', `NT$${amount}`],
    ['開立', createdAt],
    ['作廢', invoice.voidedAt ?? '—'],
    ['折讓', allowances.join('、') || '—'],
  ])}</section>`
}

function numberCard({ id, kind, bank, number, amount, expiresAt, paidAt }: PaymentCode): string {
  const pay = `<form method="post" action="/press"><input type="hidden" name="code" value="${id}"><button>付這一筆</button></form>`
  return `<section class="card">${rows([
    ['方式', kind === 'ATM' ? `轉帳到 ${bank}` : '超商代碼'],
    ['號碼', number],
    ['商店編號', id],
    ['金額', `NT$${amount}`],
    ['期限', taipei(new Date(expiresAt))],
    ['付款', paidAt === null ? '—' : taipei(new Date(paidAt))],
  ])}${paidAt === null ? pay : ''}</section>`
}

/** Everything that the stand-in has, the newest first. */
export function overviewPage(ecpay: Ecpay): Reply {
  const parcels = ecpay.store.parcels.list().toReversed()
  const invoices = ecpay.store.invoices.list().toReversed()
  const numbers = ecpay.store.codes.list().toReversed()
  const main = `<p>模擬時間 ${taipei(clock(ecpay))}</p>
<h2>轉帳與超商代碼</h2>${numbers.map(numberCard).join('') || '<p>目前沒有號碼。</p>'}
<h2>包裹</h2>${parcels.map((parcel) => parcelCard(ecpay, parcel)).join('') || '<p>目前沒有包裹。</p>'}
<h2>發票</h2>${invoices.map(invoiceCard).join('') || '<p>目前沒有發票。</p>'}`
  return page('本機綠界', main)
}
