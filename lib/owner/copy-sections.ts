import 'server-only'

import { z } from 'zod'

import type { SessionRecord } from '#lib/account/account-store.ts'
import { signInMethod } from '#lib/account/account.ts'
import { REFUND_ACCOUNT_DAYS } from '#lib/company/company.ts'
import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { fullName, type Recipient, SHIPPING_LABELS } from '#lib/delivery/recipient.ts'
import { HALF_STATE_LABELS } from '#lib/half/half-name.ts'
import { buyerInvoiceText } from '#lib/invoice/invoice-labels.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { MAIL_TITLES } from '#lib/mail/mail-titles.ts'
import { mailSchema } from '#lib/mail/mail.ts'
import { MANUAL_PAYMENT_LABELS } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { timelineEntry } from '#lib/order/timeline.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { METHOD_TITLES } from '#lib/payment/method-titles.ts'
import { methodOf } from '#lib/payment/payment-status.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { NamedOn, Person } from './find-person.ts'
import { itemsText } from './items-text.ts'
import { reductionsText } from './order-text.ts'
import { RETURN_LABELS } from './return-labels.ts'
import { paymentText, statusText } from './status-text.ts'
import type { VisitorData } from './visitor-data.ts'

/** A label and its text, of one or more lines; an empty text is left out. */
type CopyFact = readonly [label: string, text: string]

/** One thing that is kept, such as an order; `title` is empty where its section says what it is. */
export type CopyEntry = { readonly title: string; readonly facts: readonly CopyFact[] }

/** All things of one kind in a copy, for a person to read. */
export type CopySection = { readonly title: string; readonly entries: readonly CopyEntry[] }

export const time = (at: string | undefined) => (at === undefined ? '' : formatTime(new Date(at)))

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
      [
        '登入方式',
        (account?.methods ?? []).map((method) => METHODS[signInMethod(method)]).join('、'),
      ],
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
    .map(({ number, state, reason, contact, requestedAt, items: units, parcel }) => {
      const what = units.map(({ index, quantity, size }) => {
        const { title = '', size: from = '' } = items[index] ?? {}
        return `${title} ${from} ×${quantity}${size === undefined ? '' : `，換 ${size}`}`
      })
      const sent = parcel ? `${parcel.carrier} ${parcel.trackingNumber}` : ''
      return [
        `第 ${number} 次，${time(requestedAt)}`,
        ...what,
        reason,
        contact,
        RETURN_LABELS[state],
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
    ['付款方式', manualSale ? MANUAL_PAYMENT_LABELS[manualSale.paidBy] : methodTitle],
    ['款項', paymentText(order)],
    ['付款時間', time(order.paidAt)],
    ['交易編號', payment?.captureId ?? ''],
    ['退款', refundsText(order)],
    ['Email', order.email],
    ['配送方式', SHIPPING_LABELS[order.shippingMethod]],
    ...recipientFacts(order.recipient),
    ['禮物', order.gift ? '是' : ''],
    ['發票', invoiceText(order.invoice)],
    ['發票號碼', buyerInvoiceText(order)],
    ['包裹', shipment ? `${shipment.carrier} ${shipment.trackingNumber}` : ''],
    ['出貨時間', time(shipment?.shippedAt)],
    ['包裹現況', buyerParcelText(parcelsFor(order))],
    ['退換貨', returnsText(order)],
    ['處理紀錄', history.join('\n')],
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
  halves: [
    '送出的另一半',
    ({ halves }) =>
      halves.map(({ name, email, half, state, createdAt, shownAt }) =>
        entry(name === '' ? '不署名' : name, [
          ['Email', email],
          ['圖（畫面上的座標）', half],
          ['狀態', HALF_STATE_LABELS[state]],
          ['送出時間', time(createdAt)],
          ['顯示時間', time(shownAt)],
        ]),
      ),
  ],
  requests: [
    '您提出的資料請求',
    ({ requests }) =>
      requests.map(({ kind, requestedAt }) => entry(REQUESTS[kind], [['時間', time(requestedAt)]])),
  ],
  sessions: [
    '登入紀錄',
    ({ sessions }) =>
      sessions.map(({ device, authTime, lastSeenAt, endedAt }) =>
        entry(device || '其他裝置', [
          ['登入', time(new Date(authTime * 1000).toISOString())],
          ['最近使用', time(lastSeenAt)],
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
