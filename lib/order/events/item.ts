import type { z } from 'zod'

import { handlingWords } from '#lib/company/closing.ts'
import { isAwaited, takesPreorder } from '#lib/order/delivery-estimate.ts'
import { removedAmount } from '#lib/order/order-amounts.ts'
import type { Order } from '#lib/order/order.ts'
import { countsUnits } from '#lib/order/reservation.ts'
import type { parcel } from '#lib/order/shipment.ts'
import { type Shipment } from '#lib/order/shipment.ts'
import { trackingPage } from '#lib/order/tracking-links.ts'
import { shippingUndoEnds } from '#lib/order/undo-window.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { defined } from '#lib/result.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import type { units } from './data/item.ts'
import { ITEM_EVENT_DATA } from './data/item.ts'
import { effectsFor, keptStore, type MailContext, type Notification, storeCheck } from './entry.ts'

/** Events of an order's goods: its units, their parcel by hand, and what comes back. */
export const GOODS_EVENTS = effectsFor(ITEM_EVENT_DATA, {
  'items.changed': {
    apply: (order, { data: { items = order.items, removed } }) => ({
      ...order,
      items,
      ...defined({ removed }),
    }),
    words: ({ before, after }) => ({
      what: '更改訂單內容',
      why: `${unitsText(before)} → ${unitsText(after)}`,
    }),
    // The money for the units of this change; that of an earlier one was told with it.
    mail({ data }, { order, numbered }) {
      const removed = removedAmount(data) - removedBefore(order, data)
      const values = {
        old_pieces: data.before
          .map((one) => `${one.title}（${one.size}）× ${one.quantity}`)
          .join('、'),
        removed_amount: removed === 0 ? '' : formatPrice(removed),
      }
      return [{ event: numbered('items'), kind: 'order-changed', values }]
    },
    // Gives the order's units back and takes those that it has now.
    stock({ data }, { items }) {
      const taken = data.after.flatMap(({ id, size, quantity, isPreorder }) => {
        const item = items.find(
          (one) => one.id === id && (one.preorder !== undefined) === isPreorder,
        )
        return item ? [{ ...item, size, quantity }] : []
      })
      return [...items.map((item) => ({ ...item, quantity: 0 - item.quantity })), ...taken]
    },
  },
  'ship-date.changed': {
    apply: (order, { data: { product, shipsAbout } }) => ({
      ...order,
      items: order.items.map((item) =>
        item.id === product && isAwaited(item)
          ? { ...item, preorder: { ...item.preorder, shipsAbout } }
          : item,
      ),
    }),
    words: ({ shipsAbout }) => ({
      what: '更改預計出貨日',
      why: shipsAbout === '' ? '' : formatDay(shipsAbout),
    }),
    mail({ data, note = '' }, { order, numbered }) {
      const moved = order.items.filter(({ id, preorder }) => id === data.product && preorder)
      const values = {
        moved_products: [...new Set(moved.map(({ title }) => title))].join('、'),
        old_date: dayText(data.before),
        new_date: dayText(data.shipsAbout),
        date_reason: note,
      }
      return [{ event: numbered('date'), kind: 'date-changed', values }]
    },
  },
  'items.received': {
    apply: (order, { data: { product } }) => ({
      ...order,
      items: order.items.map((item) =>
        item.id === product && isAwaited(item)
          ? { ...item, preorder: { ...item.preorder, fromStock: true, isHere: true } }
          : item,
      ),
    }),
    words: ({ product }) => ({ what: '貨到了，可以出貨', why: product }),
    // Once nothing of a paid order is awaited any more, unless it must not be shipped.
    mail({ at }, { order, numbered }) {
      const isUnpaid = order.paidAt === undefined
      if (isUnpaid || order.items.some(isAwaited) || moneyProblem(order)) return []
      const titles = order.items.flatMap(({ title, preorder }) => (preorder ? [title] : []))
      const arrived_products = [...new Set(titles)].join('、')
      const values = { arrived_products, handling: handlingWords(new Date(at)) }
      return [{ event: numbered('arrived'), kind: 'goods-arrived', values }]
    },
    // Moves the units from the pre-order's count to the stock's.
    stock({ data: { product } }, order) {
      if (!countsUnits(order)) return []
      const came = order.items.filter((item) => item.id === product && takesPreorder(item))
      return came.flatMap((item) => [
        { ...item, quantity: 0 - item.quantity },
        { ...item, preorder: { ...item.preorder, fromStock: true } },
      ])
    },
  },
  'parcel.shipped': {
    apply: (order, { at, data }) => ({
      ...order,
      status: '已出貨',
      shipment: { ...data.parcel, shippedAt: at },
    }),
    words: () => ({ what: '標記為已出貨' }),
    mail: shipmentMails,
  },
  'parcel.corrected': {
    apply: (order, { data }) =>
      order.shipment ? { ...order, shipment: { ...order.shipment, ...data.parcel } } : order,
    words: correctedText('更正物流資料'),
    mail: shipmentMails,
  },
  'parcel.unshipped': {
    apply: ({ shipment: _shipment, ...order }, { at, data }) => ({
      ...order,
      status: '已付款',
      ...keptStore(order, data.toSameStore),
      ...storeCheck(order, at),
    }),
    words: ({ parcel: { carrier, trackingNumber } }) => ({
      what: '收回出貨',
      why: `${carrier} ${trackingNumber}`,
    }),
  },
  'items.restocked': {
    apply: (order, { data }) => ({ ...order, restocked: data.units }),
    words: () => ({ what: '商品已放回庫存' }),
    // Gives the rest of each item back.
    stock: ({ data: { units } }, { items, restocked }) =>
      items.map((item, index) => ({
        ...item,
        quantity: (restocked?.[index] ?? 0) - (units[index] ?? 0),
      })),
  },
})

// What was paid for the units that changes of an order before this one had taken out.
function removedBefore({ history }: Order, change: object): number {
  const changes = history.flatMap((orderEvent) =>
    orderEvent.type === 'items.changed' ? [orderEvent.data] : [],
  )
  const place = changes.findIndex((one) => one === change)
  return removedAmount({ removed: changes[place - 1]?.removed })
}

const dayText = (date: string | undefined) => (date === undefined ? '未定' : formatDay(date))

const unitsText = (changed: z.infer<typeof units>) =>
  changed
    .map(({ title, color, size, quantity }) => {
      return `${[title, color, size].filter(Boolean).join(' ')} ×${quantity}`
    })
    .join('、')

export function correctedText(what: string) {
  return ({ before }: { readonly before: z.infer<typeof parcel> }) => ({
    what,
    why: `原為 ${before.carrier} ${before.trackingNumber}`,
  })
}

/** Values of a parcel; `exchanged` names the units that it carries in exchange for others. */
export function shipmentValues({ carrier, trackingNumber, shippedAt }: Shipment, exchanged = '') {
  return {
    carrier,
    tracking_number: trackingNumber,
    tracking_url: trackingPage(carrier, trackingNumber) ?? '',
    shipped_at: formatTime(new Date(shippedAt)),
    exchanged_pieces: exchanged,
  }
}

function shipmentMails(_event: unknown, { order, numbered }: MailContext): Notification[] {
  const { shipment } = order
  if (!shipment) return []
  const values = shipmentValues(shipment)
  const notBefore = shippingUndoEnds(order)?.toISOString()
  return [{ event: numbered('shipped'), kind: 'shipped', values, ...defined({ notBefore }) }]
}
