import { giveSession, type RegisteredMember, register, sessionCookie } from '../support/accounts.ts'
import { paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

let member: RegisteredMember
test.beforeEach(async ({ context }) => {
  member = await register({ displayName: '小島' })
  await giveSession(context, await sessionCookie(member))
})

// The sweep anonymizes cancelled orders after 90 days.
const today = () => new Date().toISOString()

const STATUSES: readonly {
  readonly payment?: Parameters<typeof paymentFields>[0]
  readonly status: string
  readonly words: string
  readonly payable?: boolean
}[] = [
  { status: '待付款', words: '待付款', payable: true },
  {
    payment: { state: 'declined', attempt: 'refused' },
    status: '待付款',
    words: '付款未成功',
    payable: true,
  },
  {
    payment: { state: 'expired', attempt: 'closed' },
    status: '待付款',
    words: '付款逾時，可以重新付款',
    payable: true,
  },
  { payment: { state: 'capturing', attempt: 'capturing' }, status: '待付款', words: '付款確認中' },
  {
    payment: { state: 'pending', attempt: 'pending' },
    status: '待付款',
    words: '付款待 PayPal 審核',
  },
  {
    payment: { state: 'review', attempt: 'captured' },
    status: '待付款',
    words: '付款由專人核對中',
  },
  { payment: { state: 'paid', attempt: 'captured' }, status: '已付款', words: '已付款' },
  {
    payment: { state: 'partly-refunded', attempt: 'captured', refunded: 80 },
    status: '已付款',
    words: '已部分退款 NT$80／NT$3,080',
  },
  {
    payment: { state: 'refunded', attempt: 'captured', refunded: 3080 },
    status: '已付款',
    words: '已退款',
  },
  { status: '已取消', words: '已取消' },
]

test('each status of a payment is shown in words, and what is unpaid can be paid', async ({
  page,
}) => {
  await seedOrders(member, STATUSES.length, (index) => {
    const { payment, status } = STATUSES[index] ?? {}
    return { status, createdAt: today(), ...(payment ? paymentFields(payment) : {}) }
  })
  for (const [index, { words, payable = false }] of STATUSES.entries()) {
    const number = `Order2026030110-${String(index + 1).padStart(4, '0')}`
    await page.goto(`/account/order?search=${number}`)
    const order = page.getByRole('article', { name: `訂單 ${number}` })
    await expect(order).toContainText(words)
    await expect(order.getByRole('link', { name: '前往付款' })).toHaveCount(payable ? 1 : 0)
  }
})

test('every status can be chosen, and chooses its own', { tag: '@long' }, async ({ page }) => {
  const statuses = ['待付款', '已付款', '已出貨', '已完成', '已取消']
  await seedOrders(member, statuses.length, (index) => ({
    status: statuses[index],
    createdAt: today(),
  }))
  await page.goto('/account/order')
  const choice = page.getByLabel('訂單狀態')
  await expect(choice.getByRole('option')).toHaveText(['全部', ...statuses])
  for (const [index, status] of statuses.entries()) {
    await choice.selectOption(status)
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([
      `Order2026030110-000${index + 1}`,
    ])
  }
})
