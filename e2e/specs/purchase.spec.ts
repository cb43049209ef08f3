import { storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient, newAddress, RECIPIENT } from '../support/pages/checkout.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { payWithPaypal } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { paypalOrders } from '../support/paypal-control.ts'
import { expect, test } from '../support/shop.ts'

// The account, the recipient and the owner each get their mails once.
async function expectLetters(number: string, id: string, typed: string) {
  const subjects = async () => {
    const letters = await lettersAbout(id)
    return letters.map(({ to, subject }) => `${to.join()}: ${subject}`).toSorted()
  }
  await expect
    .poll(subjects)
    .toEqual([
      `demo@ourtee.example: 已收到您的付款，訂單 ${number}`,
      `demo@ourtee.example: 訂單已成立，請完成付款，${number}`,
      `${typed}: 已收到您的付款，訂單 ${number}`,
      `owner@ourtee.example: 新訂單 NT$3,080，${number}`,
    ])
  const letters = await lettersAbout(id)
  const placed = letters.find(({ subject }) => subject.includes('已成立'))
  const lines = ['旅見 T 恤（白色・M）× 2：NT$3,080', '總計：NT$3,080', '收件：宅配到府，100 ']
  for (const line of lines) expect(placed?.text).toContain(line)
  expect(placed?.text).toContain(`/checkout/paypal/${id}`)
  expect(placed?.html.replaceAll('\u00A0', ' ')).toContain('收到商品的次日起 7 天內')
}

test('a member buys two white M shirts and finds them paid', { tag: '@both' }, async ({ page }) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 2 })
  await page.goto('/cart')
  await expect(page.getByText('NT$3,080').first()).toBeVisible()
  await page.getByRole('link', { name: '前往結帳' }).click()
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: '確認訂單' })).toBeVisible()
  const email = await fillRecipient(page, newAddress())
  await expect(page.getByLabel('郵遞區號')).toHaveValue('100')
  const id = await confirmOrder(page)

  await expect(page.getByText(/^Order\d{10}-\d{4,}$/)).toBeVisible()
  await expect(page.getByText('NT$3,080').first()).toBeVisible()
  await payWithPaypal(page)
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()

  const order = await storedDocument(`orders/${id}`)
  const number = String(order.orderId)
  const timeCode = number.slice('Order'.length, -5)
  expect(order).toMatchObject({
    uid: 'demo-member',
    email: 'demo@ourtee.example',
    status: '已付款',
    totalAmount: 3080,
    shippingMethod: 'home',
    timeCode,
    recipient: { ...RECIPIENT, email, store: '', note: '' },
    items: [
      {
        id: 'otr-001',
        title: '旅見 T 恤',
        size: 'M',
        color: '白色',
        quantity: 2,
        price: 1540,
        image: '/images/products/otr-001-front.jpg',
      },
    ],
    payment: { state: 'paid', method: 'paypal', attempts: [{ number: 1, state: 'captured' }] },
  })
  expect(Date.parse(String(order.paidAt))).toBeGreaterThan(Date.parse(String(order.createdAt)))
  const counter = await storedDocument(`order_counters/${timeCode}`)
  expect(counter.current).toBeGreaterThanOrEqual(Number(number.slice(-4)))

  const atPaypal = await paypalOrders(number)
  expect(atPaypal).toHaveLength(1)
  expect(atPaypal[0]).toMatchObject({
    status: 'COMPLETED',
    custom_id: id,
    invoice_id: number,
    amount: { currency_code: 'TWD', value: '3080' },
  })
  expect(atPaypal[0]?.captures).toHaveLength(1)
  expect(order.paymentDetails).toMatchObject({ id: atPaypal[0]?.captures[0]?.id, amount: 3080 })

  await expectLetters(number, id, email)

  await page.goto('/cart')
  await expect(page.getByText('購物車是空的')).toBeVisible()
})
