import { changeMember, giveSession, newMember } from '../support/accounts.ts'
import { actionId } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { addToCart } from '../support/pages/product.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { expect, test } from '../support/shop.ts'

test.beforeEach(async ({ context }) => {
  await giveSession(context, (await newMember()).session)
})

test('missing fields are named beside each and summed up above', async ({ page }) => {
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto('/checkout')
  const confirm = page.getByRole('button', { name: '確認訂單並付款' })
  await confirm.click()
  const summary = page.getByRole('alert').filter({ hasText: '請填寫完整收件人姓名、手機、Email' })
  await expect(summary).toBeFocused()
  await expectNoViolation(page)

  await fillRecipient(page)
  await page.getByLabel('地址').fill('')
  await confirm.click()
  await expect(page.getByRole('alert').filter({ hasText: '請填寫完整地址資訊' })).toBeFocused()
  await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)

  // The summary names what the other way of shipping lacks at once.
  await page.getByText('超商取貨').click()
  await expect(page.getByRole('link', { name: '請填寫門市店號' })).toBeVisible()
  await expect(page.getByRole('link', { name: '查 全家 門市' })).toBeVisible()
  await page.getByLabel('便利商店').selectOption('全家')
  await page.getByLabel('門市店號').fill('0123')
  await confirm.click()
  await page.getByRole('link', { name: /^門市店號：7-11 是 6 位數字/ }).click()
  await expect(page.getByLabel('門市店號')).toBeFocused()
  await page.getByLabel('門市店號').fill('012345')
  // A corrected field loses its error before submission.
  await expect(page.getByLabel('門市店號')).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('alert').filter({ hasText: '請填寫完整地址資訊' })).toBeHidden()
  await page.getByLabel('門市名稱').fill('重慶店')
  const id = await confirmOrder(page)
  const order = await storedDocument(`orders/${id}`)
  expect(order).toMatchObject({
    shippingMethod: 'store',
    recipient: { store: '全家 012345 重慶店' },
  })
})

test('typed text survives a reload, and the next order is filled in', async ({ page }) => {
  await addToCart(page, { id: 'otr-001', size: 'S', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.reload()
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await confirmOrder(page)
  await page.goto('/checkout')
  await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)
  await expect(page.getByLabel('郵遞區號')).toHaveValue(RECIPIENT.zipcode)
})

test('a place that the list does not have is asked about once, and nothing typed is lost @long', async ({
  page,
}) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.getByLabel('郵遞區號').fill('999')
  const confirm = page.getByRole('button', { name: '確認訂單並付款' })
  const right = page.getByRole('checkbox', { name: /^以上填寫無誤/ })
  await confirm.click()
  await expect(page.getByRole('alert').filter({ hasText: '和郵局的資料不一致' })).toBeFocused()
  await expectNoViolation(page)
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await right.check()
  // Another place is another question.
  await page.getByLabel('郵遞區號').fill('998')
  await expect(right).toBeHidden()
  await confirm.click()
  await right.check()
  const id = await confirmOrder(page)
  const order = await storedDocument(`orders/${id}`)
  expect(order).toMatchObject({ recipient: { zipcode: '998', area: RECIPIENT.area } })
})

test('the same checkout sent again is the same order @long', async ({ page }) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const first = await confirmOrder(page)
  await page.goto('/checkout')
  const second = await confirmOrder(page)
  expect(second).toBe(first)
})

test('a line that can no longer be bought is named and leaves the cart @long', async ({ page }) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.evaluate(`(() => {
    const lines = JSON.parse(localStorage.getItem('cart'))
    lines.push({ ...lines[0], id: 'ots-001', title: '靜意 T 恤' })
    localStorage.setItem('cart', JSON.stringify(lines))
  })()`)
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByText('靜意 T 恤（白色・M）：已售完')).toBeVisible()
  await expectNoViolation(page)
  await confirmOrder(page)
})

test("words and prices that the browser kept give way to the shop's @long", async ({ page }) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.evaluate(`(() => {
    const lines = JSON.parse(localStorage.getItem('cart'))
    const other = { title: '系統維護：請匯款', price: 1 }
    localStorage.setItem('cart', JSON.stringify(lines.map((line) => ({ ...line, ...other }))))
  })()`)
  await page.goto('/checkout')
  const summary = page.getByRole('region', { name: '訂單內容' })
  await expect(summary).toContainText('總計NT$1,540')
  await expect(summary).toContainText('旅見 T 恤')
  await expect(page.getByText('請匯款')).toHaveCount(0)
})

test.describe('without the answer about the cart', () => {
  test.use({ expected: [/ERR_FAILED/] })

  test('a price that changed is shown before anything is ordered @long', async ({ page }) => {
    await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
    await page.evaluate(`(() => {
      const lines = JSON.parse(localStorage.getItem('cart'))
      localStorage.setItem('cart', JSON.stringify(lines.map((line) => ({ ...line, price: 1 }))))
    })()`)
    const check = actionId('checkCartAction')
    await page.route('**/checkout', (route) =>
      route.request().headers()['next-action'] === check ? route.abort() : route.continue(),
    )
    await page.goto('/checkout')
    const summary = page.getByRole('region', { name: '訂單內容' })
    await expect(summary).toContainText('總計NT$81')
    await fillRecipient(page)
    await page.getByRole('button', { name: '確認訂單並付款' }).click()
    await expect(page.getByText('商品價格有更新，已為您更新金額，請確認後再送出。')).toBeVisible()
    await expect(summary).toContainText('總計NT$1,540')
    const id = await confirmOrder(page)
    expect((await storedDocument(`orders/${id}`)).totalAmount).toBe(1540)
  })
})

test('an empty cart has nothing to confirm @long', async ({ page }) => {
  await page.goto('/checkout')
  await page.waitForURL(/\/cart$/)
})

test('a session that ended meanwhile loses nothing that was typed @long', async ({
  page,
  context,
}) => {
  const member = await newMember()
  await giveSession(context, member.session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await changeMember(member.uid, { disableUser: true })
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcheckout$/)
  await expect.poll(async () => (await context.cookies()).length).toBe(0)
  await expect(page.getByText('您的登入已失效')).toBeVisible()
  await expectNoViolation(page)
  await changeMember(member.uid, { disableUser: false })
  await signInPage(page).logIn(member)
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)
  const order = await storedDocument(`orders/${await confirmOrder(page)}`)
  expect(order).toMatchObject({ uid: member.uid, recipient: { ...RECIPIENT } })
})

test('a sign-out in another tab is noticed at the checkout, and the cart survives it @long', async ({
  page,
  context,
}) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: '登出', exact: true }).click()
  await expect(other).toHaveURL(/:\d+\/$/)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcheckout$/)
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: '旅見 T 恤' }).first()).toBeVisible()
})

test('a lost network loses nothing that was typed @long', async ({ page, context }) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByText('訂單建立失敗，請稍後再試')).toBeVisible()
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await expect(page.getByText('網路連線中斷，您填寫的內容還在')).toBeVisible()
  await context.setOffline(false)
  await confirmOrder(page)
})

test('a server that fails is not taken for the network, and the order is placed once it is back', async ({
  page,
}) => {
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.route('**/checkout', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
      : route.fallback(),
  )
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByText('訂單建立失敗，請稍後再試')).toBeVisible()
  await expect(page.getByText('系統暫時沒有回應，您填寫的內容還在，也尚未扣款。')).toBeVisible()
  await expect(page.getByText('網路')).toHaveCount(0)
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await page.unroute('**/checkout')
  await confirmOrder(page)
})
test.use({ expected: [/ERR_INTERNET_DISCONNECTED|status of 500|answered 500/] })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('the question about cookies is one line from the checkout on', async ({ page }) => {
    const notice = page.getByRole('region', { name: 'Cookie 設定' })
    await addToCart(page, { id: 'otr-001', size: 'S', units: 1 })
    const tall = await notice.boundingBox()
    expect(tall?.height).toBeGreaterThan(80)
    await page.goto('/checkout')
    await expect(page.getByRole('button', { name: '確認訂單並付款' })).toBeVisible()
    expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(60)
    await notice.getByRole('button', { name: '管理偏好' }).click()
    await expect(notice.getByRole('checkbox').first()).toBeVisible()
  })
})
