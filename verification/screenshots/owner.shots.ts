import { giveSession, register } from '../../e2e/support/accounts.ts'
import { database } from '../../e2e/support/database.ts'
import { becomeOwner, sheetPage } from '../../e2e/support/pages/owner.ts'
import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { place, sell } from '../../e2e/support/sales.ts'
import { paymentFields, seedOrders } from '../../e2e/support/seeded-orders.ts'
import { test } from './camera.ts'

const NAMES = ['王小明', '林怡君', '陳志豪', '張雅婷', '李冠宇', '黃淑芬', '吳建宏', '歐陽思齊']
const SIZES = ['S', 'M', 'L', 'XL']
const PREORDER = { shipsAbout: '2099-03-31' }

// A day's orders, as a small label has them: some in stock, some ordered before they are made.
function orderOf(index: number): object {
  const name = NAMES[index % NAMES.length] ?? ''
  const isReview = index === 5
  const states = isReview
    ? { state: 'review', attempt: 'captured', reason: 'second-capture' }
    : { state: 'paid', attempt: 'captured' }
  return {
    orderId: `Order2026030110-${2001 + index}`,
    status: isReview ? '待付款' : '已付款',
    ...paymentFields(states),
    recipient: {
      firstName: name.slice(1),
      lastName: name.slice(0, 1),
      phone: `09${12_345_678 + index * 1111}`,
      email: `customer${index}@example.com`,
      zipcode: '106',
      city: '臺北市',
      area: '大安區',
      address: `和平東路一段 ${index + 1} 號`,
      store: '',
      note: index === 1 ? '請放管理室，謝謝' : '',
    },
    items: [
      {
        id: 'otr-001',
        title: '旅見 T 恤',
        size: SIZES[index % SIZES.length],
        color: '白',
        quantity: 1 + (index % 2),
        price: 1540,
        image: '/images/products/otr-001-front.jpg',
        ...(index % 3 === 0 ? { preorder: PREORDER } : {}),
      },
    ],
  }
}

test("the owner's pages", async ({ page, shoot }) => {
  await becomeOwner(page)
  const member = await register()
  const [, one, , , other] = await seedOrders(member, 14, orderOf)
  await place()
  const { id } = await sell({ note: '請放管理室，謝謝' })
  await page.goto('/owner')
  await shoot('owner-today')
  for (const view of ['to-ship', 'attention', 'all']) {
    await page.goto(`/owner/orders?view=${view}`)
    await shoot(`owner-orders-${view}`)
  }
  await page.goto('/owner/orders?search=nobody')
  await shoot('owner-orders-none')
  const sheet = sheetPage(page)
  await sheet.open(id)
  await shoot('owner-order')
  await sheet.unfold('退款')
  await sheet.unfold('修改收件資料')
  await page.getByLabel('您的密碼', { exact: true }).waitFor()
  await shoot('owner-order-tools')
  await sheet.press('退款')
  await page.getByRole('alert').first().waitFor()
  await shoot('owner-order-refund')
  await page.goto('/owner/date')
  await page.getByLabel('新的預計出貨日').fill('2099-06-15')
  await page.getByLabel('原因').fill('布料晚到兩週')
  await page.getByRole('button', { name: '看會通知幾筆' }).click()
  await page.getByText(/會改 \d+ 筆訂單/).waitFor()
  await shoot('owner-date')
  await page.goto('/owner/stock')
  await page.locator('summary', { hasText: '更正件數' }).first().click()
  await shoot('owner-stock')
  await page.goto('/owner/content')
  await shoot('owner-content')
  await page.goto('/owner/content/file?file=products/otr-001.md')
  await shoot('owner-content-file')
  await page.getByRole('button', { name: '檢查並預覽' }).click()
  await page.getByText('沒有錯誤。').waitFor()
  await shoot('owner-content-preview', 'window')
  await page.goto('/owner/books')
  await shoot('owner-books')
  await page.goto(`/owner/customer?customer=${encodeURIComponent(member.uid)}`)
  await sheet.unfold('給一份資料複本')
  await sheet.unfold('刪除資料')
  await shoot('owner-customer')
  await page.goto('/owner/ship')
  await page
    .getByLabel('訂單編號與追蹤編號')
    .fill('2026030110-2002 9070-1234-0001\n2026030110-2004 9070-1234-0002\n不是訂單')
  await page.getByText(/要看一下/).waitFor()
  await shoot('owner-ship')
  await page.getByRole('button', { name: '全部標記為已出貨' }).click()
  await page.getByText('筆已出貨').waitFor()
  await shoot('owner-shipped')
  await page.goto(`/owner/slips?order=${one}&order=${other}&order=x`)
  await shoot('owner-slips')
  await page.goto(`/owner/slips?paper=list&order=${one}&order=${other}`)
  await shoot('owner-picking-list')
})

test('an exchange, as the member asks and the owner answers', async ({ page, shoot }) => {
  const { id, member } = await sell()
  const at = new Date().toISOString()
  await database().doc(`orders/${id}`).update({ status: '已完成', completedAt: at })
  await refuseCookies(page)
  await giveSession(page.context(), member.session)
  await page.goto(`/account/order/${id}`)
  await page.getByRole('button', { name: '申請退換貨' }).click()
  await page.getByLabel(/要退或換的件數/).selectOption('1')
  await page.getByLabel(/要怎麼處理/).selectOption('L')
  await shoot('order-exchange')
  await page.getByRole('button', { name: '送出申請' }).click()
  await page.getByText('已申請退換貨').waitFor()
  await becomeOwner(page)
  await sheetPage(page).open(id)
  await shoot('owner-order-exchange')
})

test('a review, and who wrote from /join', async ({ page, shoot }) => {
  const owner = await becomeOwner(page)
  const { id } = await sell()
  const at = new Date().toISOString()
  const review = { reason: 'amount', at }
  await database()
    .doc(`orders/${id}`)
    .update({ status: '待付款', 'payment.state': 'review', 'payment.review': review })
  await sheetPage(page).open(id)
  await sheetPage(page).unfold('退款並結束核對')
  await shoot('owner-order-review')
  await database().doc(`applications/${id}`).set({
    name: '阿晴',
    email: owner.email,
    link: 'https://studio.example/works',
    words: '一片海\n還有一張票根',
    keyHash: '',
    createdAt: at,
    confirmedAt: at,
  })
  await page.goto('/owner/join')
  await shoot('owner-join')
  await database()
    .doc(`halves/${'a'.repeat(32)}`)
    .set({
      motif: 'ridge',
      strokes: [{ points: [308, 151, 372, 84, 422, 90, 516, 128, 620, 172] }],
      name: '阿晴',
      email: owner.email,
      keyHash: '',
      drawing: '',
      state: 'waiting',
      createdAt: at,
      changedAt: at,
    })
  await page.goto('/owner/halves')
  await shoot('owner-halves')
})

test('pages that the owner opens less often', async ({ page, shoot }) => {
  await becomeOwner(page)
  const { id, member } = await sell()
  const profile = { uid: member.uid, email: member.email, createdAt: new Date().toISOString() }
  await database().doc(`users/${member.uid}`).set(profile, { merge: true })
  await page.goto('/owner/new')
  await page
    .getByRole('group', { name: /日常 T 恤/ })
    .getByLabel('M')
    .fill('2')
  await page.getByLabel('發票類型').selectOption('paper')
  await shoot('owner-new')
  await page.getByRole('button', { name: '建立訂單' }).click()
  await page.getByText('已建立，').waitFor()
  await shoot('owner-new-sold')
  await page.goto('/owner/orders?view=completed')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByText('登記退款').click()
  await shoot('owner-order-manual')
  for (const path of ['sales', 'customers', 'discounts', 'creators', 'arrival', 'audit', 'proof']) {
    await page.goto(`/owner/${path}`)
    await page
      .getByText('每天的數字')
      .click({ timeout: 500 })
      .catch(() => {})
    await shoot(`owner-${path}`)
  }
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('更改尺寸或件數')
  await shoot('owner-order-items')
  await page.getByLabel('追蹤編號').fill('9070')
  await sheet.press('標記為已出貨')
  await sheet.unfold('收回出貨')
  await sheet.unfold('代買家申請退換貨')
  await shoot('owner-order-shipped')
  await page.goto('/owner/ship')
  await shoot('owner-ship-new')
  await page.goto('/owner/order/nothing')
  await shoot('owner-missing')
})
