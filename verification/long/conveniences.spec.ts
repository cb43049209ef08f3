import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { expectNoViolation } from '../../e2e/support/axe.ts'
import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { paymentFields, seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.beforeEach(({ page }) => refuseCookies(page))

const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true }

test.describe('on a phone', () => {
  test.use(PHONE)

  test('total and checkout stay in sight in a cart of several lines', async ({ page }) => {
    const lines = ['S', 'M', 'L'].map((size) => storedLine({ size }))
    await storeCart(page, JSON.stringify(lines))
    await page.goto('/cart')
    const onward = page.getByRole('main').getByRole('link', { name: '前往結帳' })
    await expect(onward).toHaveCount(1)
    const foot = page.locator('p', { hasText: '總計 NT$9,240' })
    const isInSight = async () => {
      await expect(onward).toBeInViewport({ ratio: 1 })
      await expect(foot).toBeInViewport({ ratio: 1 })
    }
    await isInSight()
    await page.evaluate(() => window.scrollTo(0, 400))
    await isInSight()
    // The last of the lines' own buttons is not hidden behind it.
    const clear = page.getByRole('button', { name: '清空購物車' })
    await clear.focus()
    const box = await clear.boundingBox()
    const bar = await onward.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await expectNoViolation(page)
  })

  test('a gallery has a dot for each picture and marks the one in sight', async ({ page }) => {
    await page.goto('/product/otr-001')
    const dots = page.getByRole('region', { name: '商品圖片' }).locator('i')
    await expect(dots).toHaveCount(4)
    await expect(dots.first()).toHaveAttribute('data-current', 'true')
    await page
      .getByRole('button', { name: /放大：/ })
      .first()
      .hover()
    await page.mouse.wheel(400, 0)
    await expect(dots.nth(1)).toHaveAttribute('data-current', 'true')
  })
})

test('the address of a registration outlives a reload', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('電子信箱').fill('fang@example.com')
  await page.getByLabel('密碼', { exact: true }).fill('secret-1')
  await page.reload()
  await expect(page.getByLabel('電子信箱')).toHaveValue('fang@example.com')
  await expect(page.getByLabel('密碼', { exact: true })).toHaveValue('')
})

test('a row of the shop that is one short ends with what is still made', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/shop/category/basic')
  const shirts = await page.getByRole('main').getByRole('article').count()
  await expect(page.getByText('Coming Soon')).toHaveCount(shirts % 3 === 2 ? 1 : 0)
})

test('an order shows its pictures and is put into the cart again', async ({ page, context }) => {
  const member = await newMember()
  const at = new Date().toISOString()
  const [paid, unpaid] = await seedOrders(member, 2, (index) => ({
    orderId: `Order2026030110-${member.uid}-${index}`,
    items: [storedLine()],
    ...(index === 0
      ? { status: '已付款', paidAt: at, ...paymentFields({ state: 'paid', attempt: 'captured' }) }
      : {}),
  }))
  await giveSession(context, member.session)
  await page.goto(`/account/order/${unpaid}`)
  await expect(page.getByRole('button', { name: '再買一次' })).toHaveCount(0)
  await page.goto(`/account/order/${paid}`)
  const picture = page.getByRole('table', { name: '訂購商品' }).locator('img').first()
  await expect.poll(() => picture.evaluate((img) => img.clientHeight)).toBe(80)
  await expectNoViolation(page)
  await page.getByRole('button', { name: '再買一次' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('heading', { level: 2, name: '旅見 T 恤' })).toBeVisible()
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('the tracking number of an order is copied, and the carrier looks it up', async ({
    page,
    context,
  }) => {
    const member = await newMember()
    const at = new Date().toISOString()
    const shipment = { carrier: '黑貓宅急便', trackingNumber: '9070-1234-5678', shippedAt: at }
    const [shipped] = await seedOrders(member, 1, () => ({
      orderId: `Order2026030110-${member.uid}`,
      status: '已出貨',
      paidAt: at,
      shipment,
      ...paymentFields({ state: 'paid', attempt: 'captured' }),
    }))
    await giveSession(context, member.session)
    await page.goto(`/account/order/${shipped}`)
    await page.getByRole('button', { name: '複製追蹤編號' }).click()
    await expect(page.getByText('已複製追蹤編號')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9070-1234-5678')
    await expect(page.getByRole('link', { name: '到物流公司的網頁查詢' })).toHaveAttribute(
      'href',
      'https://www.t-cat.com.tw/Inquire/TraceDetail.aspx?BillID=907012345678',
    )
    await expectNoViolation(page)
  })
})

test('what was typed outlives a reload and a way to another page and back', async ({ page }) => {
  const story = '一段想放進衣服裡的話'
  const words = page.getByLabel('想放進衣服裡的事')
  await page.goto('/join')
  await page.getByLabel('名字或團隊名稱').fill('阿晴')
  await words.fill(story)
  await page.reload()
  await expect(words).toHaveValue(story)
  await page.getByRole('link', { name: '隱私權政策' }).first().click()
  await page.waitForURL(/\/policy$/)
  await page.goBack()
  await expect(words).toHaveValue(story)
  await expect(page.getByLabel('名字或團隊名稱')).toHaveValue('阿晴')
})

test('a password is typed anew after a reload', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('電子信箱').fill('fang@example.com')
  await page.getByLabel('密碼', { exact: true }).fill('secret-1')
  await page.reload()
  await expect(page.getByLabel('電子信箱')).toHaveValue('fang@example.com')
  await expect(page.getByLabel('密碼', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(
    'secret-1',
  )
})

test('settings that were typed outlive a reload until they are saved, and go with their member', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  const address = page.getByLabel('地址', { exact: true })
  const shown = page.getByLabel('顯示名稱')
  await page.goto('/account/settings')
  await address.fill('重慶南路一段 122 號')
  await shown.fill('小島')
  await page.reload()
  await expect(address).toHaveValue('重慶南路一段 122 號')
  await expect(shown).toHaveValue('小島')
  await page.getByRole('button', { name: '更新資料' }).click()
  await expect(page.getByText('資料已更新。')).toBeVisible()
  await page.reload()
  expect(await page.evaluate(() => sessionStorage.getItem('typed') ?? '')).not.toContain('重慶南路')
  // Another member signs in here after the session has ended by itself.
  await shown.fill('小島的字')
  await giveSession(context, (await newMember()).session)
  await page.reload()
  await expect(address).toHaveValue('')
  await address.fill('南京東路二段 1 號')
  await page.reload()
  await expect(address).toHaveValue('南京東路二段 1 號')
  await expect(shown).toHaveValue('')
  await shown.fill('只打了一半')
  await page.getByRole('button', { name: '登出', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
  expect(await page.evaluate(() => sessionStorage.getItem('typed') ?? '')).not.toContain('一半')
})
