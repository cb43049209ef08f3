import { RECIPIENT_LABELS } from '#lib/delivery/recipient.ts'
import { book } from '#lib/ledger/entries.ts'
import type { CancelRight } from '#lib/order/cancel-right-schema.ts'
import type { CancelCause, ExpiryCause } from '#lib/order/end-causes.ts'
import { erasePerson } from '#lib/order/erase-person.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { countsUnits, type Reservation } from '#lib/order/reservation.ts'
import { UNPAID_HOURS } from '#lib/order/unpaid-limit.ts'
import { nextCheck } from '#lib/payment/payment-checks.ts'
import { defined } from '#lib/result.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import { ORDER_EVENT_DATA } from './data/order.ts'
import {
  effectsFor,
  type Happened,
  type MailContext,
  none,
  storeCheck,
  withCheck,
} from './entry.ts'

const CANCELLED: Readonly<Record<CancelCause, { readonly words: string; readonly mail: string }>> =
  {
    'by-member': { words: '會員自行取消', mail: '您取消了這筆訂單' },
    'by-owner': { words: '店主取消', mail: '店家取消了這筆訂單' },
    replaced: { words: '會員重新下單', mail: '您修改後重新確認了訂單，由新的訂單取代' },
    'unpaid-too-long': {
      words: `超過 ${UNPAID_HOURS} 小時未付款`,
      mail: '逾期未付款，系統自動取消',
    },
    'code-needed': {
      words: '折扣碼的保留時間已過，由其他買家使用',
      mail: '折扣碼的保留時間已過，次數已由其他買家用完，系統自動取消',
    },
  }

const LAPSED: Readonly<Record<ExpiryCause, string>> = {
  'time-over': '保留時間已過',
  'needed-by-another': '保留時間已過，由其他買家買走',
  'released-by-owner': '店主釋出',
}

/** Events of an order itself: its status, its reservation, its recipient, and the right to cancel it. */
export const ORDER_EVENTS = effectsFor(ORDER_EVENT_DATA, {
  'order.placed': {
    apply(order, { at, data: { items, recipient, reservation, cancelRights } }) {
      // A draft's first event says nothing of what is ordered yet.
      if (!items || !recipient) return order
      const placed: Order = {
        ...withoutReservation(order),
        status: '待付款',
        items,
        recipient,
        ...defined({ reservation, cancelRights }),
      }
      return withCheck(placed, nextCheck(placed, new Date(at), 0))
    },
    words: () => ({ what: '下單' }),
    mail: (_, { order }) => (order.manualSale ? [] : [{ event: 'placed', kind: 'placed' }]),
    stock: takePlaced,
    uses: () => 1,
    ledger: none,
  },
  'order.paid': {
    apply(order, { at, data: { details } }) {
      const paid: Order = {
        ...withoutReservation(order),
        status: '已付款',
        paidAt: at,
        ...defined({ paymentDetails: details }),
        ...storeCheck(order, at),
      }
      return withCheck(paid, nextCheck(paid, new Date(at), 0))
    },
    words: () => ({ what: '標記為已付款' }),
    // The owner who entered the order needs no mail.
    mail: (_, { order }) => [
      { event: 'paid', kind: 'paid' },
      ...(order.manualSale ? [] : [{ event: 'owner-paid', kind: 'owner-paid' } as const]),
    ],
    stock: take,
    // Late money of a cancelled order that is kept.
    uses: (_, { status }) => (status === '已取消' ? 1 : 0),
    ledger: book,
  },
  'order.cancelled': {
    // Numbers that were handed out may bring money after it.
    apply(order, { at }) {
      const cancelled: Order = { ...withoutReservation(order), status: '已取消', cancelledAt: at }
      return withCheck(cancelled, nextCheck(cancelled, new Date(at), 0))
    },
    words: ({ cause }) => ({ what: '取消訂單', why: CANCELLED[cause].words }),
    mail: ({ data }) => {
      const values = { cancelled_because: CANCELLED[data.cause].mail }
      return [{ event: 'cancelled', kind: 'cancelled', values }]
    },
    stock: giveBack,
    uses: (_, { status }) => (status === '已取消' ? 0 : -1),
    ledger: none,
  },
  'order.completed': {
    apply: (order, { at }) => ({ ...order, status: '已完成', completedAt: at }),
    words: () => ({ what: '標記為已完成' }),
    stock: none,
    ledger: none,
  },
  'reservation.expired': {
    apply(order, { at }) {
      const lapsed = { ...order, reservation: { reservationExpiredAt: at } }
      return withCheck(lapsed, nextCheck(lapsed, new Date(at), order.check?.looks ?? 0))
    },
    words: ({ cause }) => ({ what: '商品不再保留', why: LAPSED[cause] }),
    stock: giveBack,
    ledger: none,
  },
  'reservation.renewed': {
    apply(order, { at, data }) {
      const { products = [...new Set(order.items.map(({ id }) => id))] } = data
      return { ...order, reservation: { until: at, products } }
    },
    words: () => ({ what: '重新保留商品' }),
    stock: take,
    ledger: none,
  },
  'reservation.extended': {
    apply(order, { at, data }) {
      const extended: Order = { ...order, reservation: data }
      return withCheck(extended, nextCheck(extended, new Date(at), order.check?.looks ?? 0))
    },
    words: ({ until }) => ({
      what: '為付款保留商品',
      why: `到 ${formatTime(new Date(until))}`,
    }),
    stock: take,
    ledger: none,
  },
  'recipient.edited': {
    apply(order, { data: { after = {} } }) {
      // The owner chose another store for the shopper who was asked for one.
      const isAnswered = order.storeChoice && 'store' in after
      const answered = isAnswered ? { storeChoice: null, parcelAlarm: null } : {}
      return { ...order, recipient: { ...order.recipient, ...after }, ...answered }
    },
    words({ before }) {
      const values = new Map(Object.entries(before))
      const fields = Object.entries(RECIPIENT_LABELS).flatMap(([name, label]) => {
        const value = values.get(name)
        return value === undefined ? [] : [`${label}：${value}`]
      })
      return {
        what: '修改收件資料',
        why: fields.length === 0 ? '' : `原為 ${fields.join('; ')}`,
      }
    },
  },
  'delivery.changed': {
    apply: (order, { at, data: { to, recipient } }) => ({
      ...order,
      shippingMethod: to,
      recipient,
      storeChoice: null,
      parcelAlarm: null,
      parcelCheckAt: to === 'store' && order.status === '已付款' ? at : null,
    }),
    words: ({ to, before }) => ({
      what: to === 'store' ? '改為超商取貨' : '改為宅配到府',
      why: before === '' ? '' : `原為 ${before}`,
    }),
    mail: ({ data: { before } }, { numbered }) => [
      { event: numbered('delivery'), kind: 'order-changed', values: { old_delivery: before } },
    ],
  },
  'note.added': { words: () => ({ what: '店主備註' }) },
  'half.chosen': {
    apply({ half: _half, ...order }, { data: { half } }) {
      return { ...order, ...defined({ half }) }
    },
    words: ({ half }) => ({ what: half ? '放上畫的另一半' : '拿下畫的另一半' }),
  },
  'facts.published': {
    apply: (order, { data: { product, on: publishedOn, until } }) =>
      changeRight(order, product, { publishedOn, until }),
    words: ({ until }) => ({ what: '公布規格', why: `可以取消到 ${formatDay(until)}` }),
    mail: ({ data: { product, on } }, { order }) => [
      {
        event: `facts-${product}-${on}`,
        kind: 'facts-published',
        values: factsValues(order, product),
      },
    ],
  },
  'facts-day.changed': {
    apply: (order, { data: { product, by: factsBy, until } }) =>
      changeRight(order, product, { factsBy, until }),
    words: ({ by }) => ({ what: '更改規格公布日', why: formatDay(by) }),
    mail({ data, note = '' }, { order, numbered }) {
      const values = {
        ...factsValues(order, data.product),
        old_date: formatDay(data.before),
        new_date: formatDay(data.by),
        date_reason: note,
      }
      return [{ event: numbered('facts-day'), kind: 'facts-day-changed', values }]
    },
  },
  'cancellation.requested': {
    apply: (order, { at }) => ({ ...order, cancelRequest: { state: 'requested', changedAt: at } }),
    words: () => ({ what: '申請取消整筆訂單' }),
    mail(_, { numbered }: MailContext) {
      const name = numbered('cancel')
      return [
        { event: name, kind: 'cancel-requested' },
        { event: `owner-${name}`, kind: 'owner-cancel' },
      ]
    },
  },
  'cancellation.withdrawn': {
    apply: (order, { at }) => ({
      ...order,
      cancelRequest: { state: 'withdrawn', changedAt: at },
    }),
    words: () => ({ what: '撤回取消申請' }),
  },
  'person.erased': {
    apply: (order, { data }) => erasePerson(order, data.extent),
    words: ({ extent }) => ({
      what: '刪除個人資料',
      why: extent === 'kept' ? '依法保存訂單本身' : '',
    }),
  },
  other: { words: ({ stored }) => ({ what: `其他變更（${stored.type}）` }) },
})

// A paid or cancelled order has no reservation.
function withoutReservation({ reservation: _reservation, ...order }: Order): Order {
  return order
}

type Placed = Happened<{
  readonly items?: readonly OrderItem[] | undefined
  readonly reservation?: Reservation | undefined
}>

// Takes the units of a new order, unless it begins without a reservation of them.
function takePlaced({ data: { items = [], reservation } }: Placed, { status }: Order) {
  return countsUnits({ status, reservation }) ? items : []
}

// Takes an order's units, unless it counts them.
function take(_event: unknown, order: Order) {
  return countsUnits(order) ? [] : order.items
}

// Gives an order's units back, if it counts them.
function giveBack(_event: unknown, order: Order) {
  if (!countsUnits(order)) return []
  return order.items.map((item) => ({ ...item, quantity: 0 - item.quantity }))
}

function changeRight(order: Order, product: string, change: Partial<CancelRight>): Order {
  const { cancelRights = [] } = order
  return {
    ...order,
    cancelRights: cancelRights.map((right) =>
      right.product === product ? { ...right, ...change } : right,
    ),
  }
}

const factsValues = ({ cancelRights = [] }: Order, product: string) => ({
  facts_product: cancelRights.find((right) => right.product === product)?.title ?? product,
})
