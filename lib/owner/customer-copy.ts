import 'server-only'

import { z } from 'zod'

import {
  answerDataRequests,
  memberDocuments,
  type SessionRecord,
  sessionRecords,
} from '#lib/account/account-store.ts'
import { signInMethod } from '#lib/account/account.ts'
import { BRAND, LANGUAGE, REFUND_ACCOUNT_DAYS } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { fullName, type Recipient, SHIPPING_WORDS } from '#lib/delivery/recipient.ts'
import { buyerInvoiceText } from '#lib/invoice/invoice-labels.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { MAIL_TITLES } from '#lib/mail/mail-titles.ts'
import { mailSchema } from '#lib/mail/mail.ts'
import { storedMails } from '#lib/mail/outbox-store.ts'
import { escapeHtml } from '#lib/mail/render-mail.ts'
import { documentOf } from '#lib/order/apply.ts'
import { MANUAL_PAYMENT_WORDS } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { timelineEntry } from '#lib/order/timeline.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { METHOD_TITLES } from '#lib/payment/methods.ts'
import { methodOf } from '#lib/payment/payment-status.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { CopyForm } from './copy-form.ts'
import {
  findPerson,
  formsOf,
  isEmpty,
  type NamedOn,
  namedOn,
  type Person,
  type VisitorData,
  writeDataRequestMails,
} from './customer-data.ts'
import { RETURN_WORDS } from './messages.ts'
import { itemsText, paymentText, reductionsText, statusText } from './order-text.ts'

/** A label and its text, of one or more lines; an empty text is left out. */
type CopyFact = readonly [label: string, text: string]

/** One thing that is kept, such as an order; `title` is empty where its section says what it is. */
export type CopyEntry = { readonly title: string; readonly facts: readonly CopyFact[] }

/** All things of one kind in a copy, for a person to read. */
export type CopySection = { readonly title: string; readonly entries: readonly CopyEntry[] }

const time = (at: string | undefined) => (at === undefined ? '' : formatTime(new Date(at)))

const METHODS = {
  password: '電子信箱與密碼',
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  other: '其他',
} as const

function entry(title: string, facts: readonly CopyFact[]): CopyEntry {
  return { title, facts: facts.filter(([, text]) => text !== '') }
}

const memberSchema = z.object({
  phone: z.string().catch(''),
  profile: recipientSchema.catch(recipientSchema.parse({})),
})

function accountOf({ uid, email, account, documents }: CustomerCopy): readonly CopyEntry[] {
  const { phone = '' } = memberSchema.safeParse(documents['users']).data ?? {}
  const proven = account?.emailVerified === true ? '（已驗證）' : ''
  return [
    entry('', [
      ['會員編號', uid],
      ['Email', email === '' ? '' : `${email}${proven}`],
      ['顯示名稱', account?.name ?? ''],
      ['聯絡電話', phone],
      ['登入方式', (account?.methods ?? []).map((one) => METHODS[signInMethod(one)]).join('、')],
      ['註冊時間', time(account?.createdAt)],
      ['最近一次登入', time(account?.lastSignInAt)],
    ]),
  ]
}

function recipientFacts(recipient: Recipient): readonly CopyFact[] {
  const { zipcode, city, area, address } = recipient
  return [
    ['收件人', fullName(recipient)],
    ['取件姓名', recipient.pickupName],
    ['手機', recipient.phone],
    ['收件 Email', recipient.email],
    ['地址', `${zipcode} ${city}${area}${address}`.trim()],
    ['門市', recipient.store],
    ['備註', recipient.note],
  ]
}

function refundsText({ payment }: Order): string {
  const made = (payment?.refunds ?? []).map(
    ({ amount, at }) => `${time(at)} ${formatPrice(amount)}`,
  )
  const accounts = (payment?.refundRequests ?? []).flatMap(({ accountAt }) =>
    accountAt === undefined
      ? []
      : [`退款帳戶（另外保存，退款 ${REFUND_ACCOUNT_DAYS} 天後刪除）：${time(accountAt)} 填寫`],
  )
  return [...made, ...accounts].join('\n')
}

function returnsText({ returns = [], items }: Order): string {
  return returns
    .map(({ number, state, reason, contact, askedAt, items: pieces, parcel }) => {
      const what = pieces.map(({ index, quantity, size }) => {
        const { title = '', size: from = '' } = items[index] ?? {}
        return `${title} ${from} ×${quantity}${size === undefined ? '' : `，換 ${size}`}`
      })
      const sent = parcel ? `${parcel.carrier} ${parcel.trackingNumber}` : ''
      return [
        `第 ${number} 次，${time(askedAt)}`,
        ...what,
        reason,
        contact,
        RETURN_WORDS[state],
        sent,
      ]
        .filter((text) => text !== '')
        .join('；')
    })
    .join('\n')
}

function orderEntry(order: Order): CopyEntry {
  const { shipment, payment, manualSale } = order
  const method = methodOf(payment)
  const methodTitle = method ? METHOD_TITLES[method] : ''
  const history = order.history
    .map((event) => timelineEntry(event, payment))
    .map(({ time: at, who, what, why }) => [at, who, what, why].filter(Boolean).join('　'))
  return entry(order.orderNumber, [
    ['下單時間', time(order.createdAt)],
    ['狀態', statusText(order)],
    ['商品', itemsText(order).replaceAll('；', '\n')],
    ['優惠與折扣', reductionsText(order)],
    ['總計', formatPrice(order.totalAmount)],
    ['付款方式', manualSale ? MANUAL_PAYMENT_WORDS[manualSale.paidBy] : methodTitle],
    ['款項', paymentText(order)],
    ['付款時間', time(order.paidAt)],
    ['交易編號', payment?.captureId ?? ''],
    ['退款', refundsText(order)],
    ['Email', order.email],
    ['配送方式', SHIPPING_WORDS[order.shippingMethod]],
    ...recipientFacts(order.recipient),
    ['禮物', order.gift ? '是' : ''],
    ['發票', invoiceText(order.invoice)],
    ['發票號碼', buyerInvoiceText(order)],
    ['包裹', shipment ? `${shipment.carrier} ${shipment.trackingNumber}` : ''],
    ['出貨時間', time(shipment?.shippedAt)],
    ['包裹現況', buyerParcelText(parcelsFor(order))],
    ['退換貨', returnsText(order)],
    ['經過', history.join('\n')],
  ])
}

function mailsOf({ mails }: CustomerCopy): readonly CopyEntry[] {
  return mails
    .flatMap((stored) => {
      const mail = mailSchema.omit({ id: true }).safeParse(stored).data
      return mail ? [mail] : []
    })
    .map(({ kind, number = '', to, createdAt, sentAt, values = {} }) =>
      entry(MAIL_TITLES[kind], [
        ['訂單', number],
        ['收件人', to ? `${to.name} ${to.address}`.trim() : '商店'],
        ['寫好', time(createdAt)],
        ['寄出', time(sentAt)],
        ['信裡填的內容', Object.values(values).filter(Boolean).join('\n')],
      ]),
    )
}

const REQUESTS = { export: '索取資料複本', erase: '刪除資料' } as const

type Section = readonly [title: string, read: (copy: CustomerCopy) => readonly CopyEntry[]]

// Types hold that nothing that is kept has no section.
const SECTIONS: Readonly<
  Record<Exclude<keyof CustomerCopy, 'exportedAt' | 'uid' | 'email'> | 'profile', Section>
> = {
  account: ['帳號', accountOf],
  profile: [
    '預設收件資料',
    ({ documents }) => {
      const member = memberSchema.safeParse(documents['users']).data
      return member ? [entry('', recipientFacts(member.profile))] : []
    },
  ],
  orders: ['訂單', ({ orders }) => orders.map(orderEntry)],
  namedOn: [
    '別人寄給您的訂單',
    ({ namedOn }) =>
      namedOn.map(({ placedAt, recipient }) =>
        entry('', [['下單時間', time(placedAt)], ...recipientFacts(recipient)]),
      ),
  ],
  mails: ['和訂單有關的信', mailsOf],
  applications: [
    '共創來信',
    ({ applications }) =>
      applications.map(({ name, email, link, words, createdAt }) =>
        entry(name, [
          ['Email', email],
          ['作品連結', link],
          ['內容', words],
          ['寫信時間', time(createdAt)],
        ]),
      ),
  ],
  stockAlerts: [
    '貨到通知',
    ({ stockAlerts }) =>
      stockAlerts.map(({ product, size, email, createdAt }) =>
        entry(`${product} ${size}`, [
          ['Email', email],
          ['登記時間', time(createdAt)],
        ]),
      ),
  ],
  requests: [
    '您提出的資料請求',
    ({ requests }) =>
      requests.map(({ kind, askedAt }) => entry(REQUESTS[kind], [['時間', time(askedAt)]])),
  ],
  sessions: [
    '登入紀錄',
    ({ sessions }) =>
      sessions.map(({ device, authTime, seenAt, endedAt }) =>
        entry(device || '其他裝置', [
          ['登入', time(new Date(authTime * 1000).toISOString())],
          ['最近使用', time(seenAt)],
          ['登出', time(endedAt)],
        ]),
      ),
  ],
  // What only counts, against abuse, is named here; its numbers are in the file of data.
  documents: [
    '防止濫用的紀錄',
    ({ documents }) => {
      const kept = Object.entries(documents).some(
        ([name, data]) => name !== 'users' && data !== null,
      )
      return kept ? [entry('', [['下單與操作的次數', '用來防止濫用，沒有其他內容。']])] : []
    },
  ],
}

/** A copy of a person's data for a person to read, a section for each kind; what is not kept has none. */
export function copySections(copy: CustomerCopy): readonly CopySection[] {
  return Object.values(SECTIONS)
    .map(([title, read]) => ({
      title,
      entries: read(copy).filter(({ facts }) => facts.length > 0),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Whose data it is, when they were read, and whom to ask. */
export function copyHead({ email, uid, exportedAt }: CustomerCopy): readonly string[] {
  return [
    `這是 ${BRAND}（${COMPANY}）在 ${time(exportedAt)}（台北時間）保存的資料，屬於 ${email || uid}。`,
    `要更正、刪除，或對內容有疑問，請寫信到 ${CONTACT_EMAIL}。`,
  ]
}

/** The title of a copy. */
export const COPY_TITLE = '我們保存的您的資料'

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.7 system-ui,sans-serif;color:#1d1b18;background:#fff}h1{font-size:1.5rem}h2{margin-top:2.5rem;font-size:1.25rem;border-bottom:1px solid #767068}h3{font-size:1rem;margin:1.5rem 0 .25rem}dl{display:grid;grid-template-columns:8em minmax(0,1fr);gap:.1rem 1rem;margin:.25rem 0 1rem}dt{color:#5c574f}dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}@media print{body{margin:0;max-width:none;font-size:10.5pt}h2,h3{break-after:avoid}}'

function sectionHtml({ title, entries }: CopySection): string {
  const html = entries.map(({ title: name, facts }) => {
    const rows = facts.map(([label, text]) => `<dt>${label}</dt><dd>${escapeHtml(text)}</dd>`)
    return `${name === '' ? '' : `<h3>${escapeHtml(name)}</h3>`}<dl>${rows.join('')}</dl>`
  })
  return `<section><h2>${title}</h2>${html.join('')}</section>`
}

/** The same as a file of its own, which any browser opens and prints without the shop. */
export function copyPage(copy: CustomerCopy): string {
  const head = copyHead(copy).map((line) => `<p>${escapeHtml(line)}</p>`)
  const sections = copySections(copy).map(sectionHtml)
  return `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${COPY_TITLE}</title><style>${STYLE}</style></head>
<body><main><h1>${COPY_TITLE}</h1>${head.join('')}${sections.join('\n')}</main></body></html>
`
}

/** All that the shop keeps about a person; `documents` are those under the account's uid, by their collection. */
export type CustomerCopy = VisitorData & {
  readonly exportedAt: string
  readonly uid: string
  readonly email: string
  readonly account: Person['member'] | null
  readonly documents: Readonly<Record<string, unknown>>
  readonly sessions: readonly SessionRecord[]
  readonly orders: readonly Order[]
  readonly mails: readonly object[]
  readonly requests: Person['requests']
  readonly namedOn: readonly NamedOn[]
}

/** A copy as the text of a file, with the number of its orders. */
export type CopyFile = { readonly file: string; readonly orders: number }

// Who of the shop did something, and what was noted for the shop alone, is not the customer's.
function sharedOrder(order: Order): Order {
  const history = order.history.flatMap((event) => {
    if (event.type === 'note.added') return []
    if (event.by !== 'owner') return [event]
    const { who: _who, ...shared } = event
    return [shared]
  })
  return { ...order, history }
}

/** Reads all that is kept about a customer, by e-mail or uid; undefined where nothing is. Throws DatabaseUnavailable. */
export async function readCopy(customer: string, now: Date): Promise<CustomerCopy | undefined> {
  const person = await findPerson(customer)
  const forms = await formsOf(customer, person)
  const exportedAt = now.toISOString()
  if (!person) {
    if (isEmpty(forms)) return undefined
    const none = { documents: {}, sessions: [], orders: [], mails: [], requests: [], namedOn: [] }
    return { exportedAt, uid: '', email: customer, account: null, ...none, ...forms }
  }
  const { uid, email, member, orders, requests } = person
  const [documents, sessions, mails, named] = await Promise.all([
    member ? memberDocuments(uid) : {},
    sessionRecords(uid),
    storedMails(orders.map(({ id }) => id)),
    namedOn(person),
  ])
  return {
    exportedAt,
    uid,
    email,
    account: member ?? null,
    documents,
    sessions,
    orders: orders.map(sharedOrder),
    mails,
    requests,
    namedOn: named,
    ...forms,
  }
}

function copyText({ documents, orders, ...copy }: CustomerCopy): string {
  // As they are stored.
  const stored = orders.map((order) => ({ id: order.id, ...documentOf(order) }))
  return `${JSON.stringify({ ...copy, ...documents, orders: stored }, undefined, 2)}\n`
}

/**
 * Exports a customer's data in a form, with the order count; undefined where nothing is kept. Closes
 * their request for a copy. Throws DatabaseUnavailable.
 */
export async function exportCustomer(
  customer: string,
  now: Date,
  form: CopyForm,
): Promise<CopyFile | undefined> {
  const copy = await readCopy(customer, now)
  if (!copy) return undefined
  const asked = copy.requests.filter(({ kind }) => kind === 'export')
  await writeDataRequestMails(asked, 'done', now)
  if (copy.uid !== '') await answerDataRequests({ uid: copy.uid }, ['export'])
  const file = form === 'page' ? copyPage(copy) : copyText(copy)
  return { file, orders: copy.orders.length }
}
