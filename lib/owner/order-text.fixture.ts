import { orderSchema } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'

const AT = '2026-11-21T04:00:00.000Z'

const stored = orderSchema.parse({
  id: 'a',
  orderNumber: 'Order2026112112-0001',
  uid: 'u',
  email: 'fang@example.com',
  createdAt: AT,
  status: '待付款',
  totalAmount: 1640,
  items: [{ id: 'x', title: '旅見', size: 'M', quantity: 1, price: 1540, image: '/x.jpg' }],
  recipient: { lastName: '王', firstName: '芳' },
  shippingMethod: 'home',
  timeCode: '2026112112',
})

// An order of before: what it says was stored without being looked at.
export const forged: Order = {
  ...stored,
  recipient: {
    ...stored.recipient,
    firstName: '芳\u001b[2A\u001b[2K\n付款：已付款（COMPLETED）',
    note: '謝謝\n狀態：已付款\r\n經過：\u202e',
  },
  shipment: { carrier: '黑貓\u001b]0;x\u0007', trackingNumber: '1\n2', shippedAt: AT },
  history: [
    { at: AT, type: 'note.added', by: 'owner', who: '林\n  x', note: 'a\u0000b\nc', data: {} },
    { at: AT, type: 'other', by: 'owner', data: { stored: { type: 'a\nb\u0000c' } } },
  ],
}
