import { expectPage, refuseCookies } from '../support/pages/storefront.ts'
import { setShopTime } from '../support/shop-clock.ts'
import { expect, test } from '../support/shop.ts'

test.use({ expected: [/404/] })

const DRAWN = '商品圖為電腦算繪'

test.beforeEach(({ page }) => refuseCookies(page))

test('a pre-order says what it means; its first colour and size are chosen, or those of the address', async ({
  page,
}) => {
  await page.goto('/product/otr-001')
  await expect(
    page.getByText('預購至 2099年2月28日，收單後製作，限量 100,000 件，預計 2099年3月31日前後出貨'),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: '白色' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeChecked()
  await expect(page.getByRole('button', { name: '立即預購' }).first()).toBeEnabled()
  await expect(page.getByRole('row', { name: 'XXL 77 50 60 24 180–190 80–95' })).toBeVisible()
  await expect(
    page.getByText('滿 NT$1,200 免運，未滿 NT$80', { exact: false }).first(),
  ).toBeVisible()
  await expect(page.getByText('M672379', { exact: false }).first()).toBeVisible()
  await page.goto('/product/otr-001?size=XL')
  await expect(page.getByRole('radio', { name: 'XL', exact: true })).toBeChecked()
  await page.goto('/product/otr-001?size=XXXL')
  await page.getByRole('button', { name: '立即預購' }).first().click()
  await expect(page.getByText('已加入購物車！')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeChecked()
})

test('an address chooses the colour and the size that go into the cart', async ({ page }) => {
  await page.goto(`/product/otu-001?${new URLSearchParams({ size: 'L', color: '黑色' })}`)
  await expect(page.getByRole('radio', { name: '黑色' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked()
  await page
    .getByRole('button', { name: /^加入購物車/ })
    .first()
    .click()
  await expect(page.getByText('已加入購物車！黑色・L')).toBeVisible()
  await page.goto(`/product/otu-001?${new URLSearchParams({ color: '彩虹' })}`)
  await expect(page.getByRole('radio', { name: '白色' })).toBeChecked()
})

test("a shirt's page is sent by LINE or its address copied", async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/product/otr-001?size=L')
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
  const share = page.getByRole('link', { name: '用 LINE 傳給朋友' })
  await expect(share).toHaveAttribute(
    'href',
    `https://social-plugins.line.me/lineit/share?url=${encodeURIComponent(canonical ?? '')}`,
  )
  await page.getByRole('button', { name: '複製商品網址' }).click()
  await expect(page.getByText('已複製商品網址')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(canonical)
  expect(asked.filter((host) => host.includes('line'))).toEqual([])
})

test('each state of a shirt is reported and sold as it is; what belongs to no series comes last', async ({
  page,
}) => {
  await page.goto('/product/ots-001')
  await expect(page.getByRole('button', { name: '已售完' }).first()).toBeDisabled()
  // A shirt whose goods are here after its pre-order is bought like any other.
  await page.goto('/product/otp-001')
  await expect(page.getByRole('button', { name: '加入購物車' }).first()).toBeEnabled()
  await expect(page.getByText('預購中')).toHaveCount(0)
  await page.goto('/shop')
  await expect(page.getByRole('article').filter({ hasText: '靜意 T 恤' })).toContainText('已售完')
  await expect(page.getByRole('article').filter({ hasText: '旅見 T 恤' })).toContainText(
    '預購至 2099年2月28日',
  )
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    '旅見系列',
    '靜意系列',
    '日常系列',
    '未分類',
  ])
})

test('the browser sees the deadline pass', async ({ page }) => {
  await page.clock.install({ time: new Date('2099-02-28T23:59:50+08:00') })
  await setShopTime(page, new Date('2099-03-01T00:00:10+08:00'))
  await page.goto('/product/otr-001')
  await expect(page.getByRole('button', { name: '立即預購' }).first()).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('button', { name: '加入購物車' }).first()).toBeVisible()
  await expect(page.getByText('這一批還在製作，預計 2099年3月31日前後出貨。')).toBeVisible()
  await expect(page.getByText('預購中')).toBeHidden()
})

test('a clock that is years ahead sells nothing else than the shop does', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2099-03-02T12:00:00+08:00'))
  const asked = page.waitForResponse('**/api/health/live')
  await page.goto('/product/otr-001')
  await asked
  await expect(page.getByRole('button', { name: '立即預購' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '加入購物車' })).toHaveCount(0)
  await expect(page.getByText('預購中').first()).toBeVisible()
})

test('quantity stays between 1 and 5, and so does a line to which more is added', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/product/otr-001')
  const less = page.getByRole('button', { name: '減少數量' })
  const more = page.getByRole('button', { name: '增加數量' })
  const quantity = page.getByRole('group', { name: '數量' }).getByRole('status')
  // At a bound the button stays focusable and does nothing.
  await less.press('Enter')
  await expect(quantity).toHaveText('1')
  for (let press = 0; press < 7; press += 1) await more.press('Enter')
  await expect(quantity).toHaveText('5')
  const add = page.getByRole('main').locator('form > button').first()
  await add.click()
  await expect(page.getByText('已加入購物車！')).toBeVisible()
  // Sooner it would be a slip of the finger.
  await page.clock.fastForward(600)
  await add.click()
  await expect(page.getByText('同款同尺寸一次最多 5 件，購物車裡已經有 5 件了。')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: '購物車' })).toContainText('5')
})

const ADVICE = [
  { height: '172', weight: '66', says: 'M 和 L 都合適' },
  { height: '163', weight: '58', says: '建議 S。' },
  { height: '185', weight: '60', says: '最接近的是 L：衣長偏短一些，寬度寬鬆一些。' },
  { height: '200', weight: '120', says: '最接近的是 XXL：衣長偏短一些，寬度偏合身。' },
  { height: '', weight: '66', says: '請填寫身高' },
]

function isOnTop(element: Element): boolean {
  const { left, bottom } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 2, bottom - 2))
}

test(
  'the size finder answers by the chart and chooses @long',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/product/otr-001')
    await page.getByRole('button', { name: '幫我選尺寸' }).click()
    for (const { height, weight, says } of ADVICE) {
      await page.getByLabel('身高（公分）').fill(height)
      await page.getByLabel('體重（公斤）').fill(weight)
      await page.getByRole('button', { name: '查看建議尺寸' }).click()
      const answer = page.getByText(says)
      await expect(answer).toBeVisible()
      // Nothing covers it, including a phone's buy bar.
      await expect.poll(() => answer.evaluate(isOnTop)).toBe(true)
    }
    await page.getByLabel('身高（公分）').fill('172')
    await page.getByRole('button', { name: '查看建議尺寸' }).click()
    await page.getByRole('button', { name: '選 L' }).click()
    await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked()
  },
)

test(
  'the pictures move by swiping, with a count, and open large @long',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/product/otr-001')
    const gallery = page.getByRole('region', { name: '商品圖片' })
    await expect(gallery).toContainText('1 / 4')
    const picture = gallery.getByRole('button', { name: /放大：/ })
    await picture.first().hover()
    await page.mouse.wheel(400, 0)
    await expect(gallery).toContainText('2 / 4')
    await picture.nth(1).tap()
    const large = page.getByRole('dialog', { name: '放大的商品圖片' })
    await expect(large).toContainText('2 / 4')
    await large.getByRole('button', { name: '關閉', exact: true }).tap()
    await expect(large).toBeHidden()
  },
)

test(
  'a wide window shows every picture; they open large and move by arrow key',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/product/otr-001')
    const gallery = page.getByRole('region', { name: '商品圖片' })
    await expect(page.getByText(DRAWN)).toBeVisible()
    const pictures = gallery.getByRole('button', { name: /放大：/ })
    await expect(pictures).toHaveCount(4)
    const edges = await Promise.all((await pictures.all()).map((picture) => picture.boundingBox()))
    // Two columns from the window's left edge, none above another.
    expect(edges.map((edge) => (edge?.x ?? -1) <= 0)).toEqual([true, false, true, false])
    expect(edges[2]?.y).toBeGreaterThan(edges[1]?.y ?? Infinity)
    await gallery.getByRole('button', { name: /放大：.*羅紋圓領/ }).click()
    const large = page.getByRole('dialog', { name: '放大的商品圖片' })
    await expect(large).toContainText('3 / 4')
    await page.keyboard.press('ArrowRight')
    await expect(large).toContainText('4 / 4')
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
  },
)

test(
  'nothing beside real photographs says that they are drawn',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/product/otu-001')
    await expect(page.getByRole('region', { name: '商品圖片' })).toBeVisible()
    await expect(page.getByText(DRAWN)).toBeHidden()
  },
)

test('an unknown product answers 404, says so, and leads home after 3 s @long', async ({
  page,
}) => {
  await page.clock.install()
  const answer = await page.goto('/product/no-such-shirt')
  expect(answer?.status()).toBe(404)
  await expectPage(page, '找不到商品或商品已下架')
  await expect(page).toHaveTitle('找不到商品或商品已下架｜OURTEE 共衣')
  await expect(page.getByRole('link', { name: '回到首頁' })).toBeVisible()
  await page.clock.fastForward(3_100)
  await expect(page).toHaveURL(/\/$/)
  await expectPage(page, '一件 T 恤，一起完成')
})

test('any other unknown page answers 404 and stays', { tag: '@long' }, async ({ page }) => {
  const answer = await page.goto('/shop/category/none')
  expect(answer?.status()).toBe(404)
  await expectPage(page, '找不到這個頁面')
  await expect(page).toHaveTitle('找不到頁面｜OURTEE 共衣')
})

test('the way to a product stands above its name, and comes first for who listens', async ({
  page,
}) => {
  await page.goto('/product/otr-001')
  const main = page.getByRole('main')
  const way = main.getByRole('navigation', { name: '所在位置' })
  const name = main.getByRole('heading', { level: 1 })
  const bottom = await way.evaluate((shown) => shown.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual((await name.boundingBox())?.y ?? 0)
  const text = (await main.textContent()) ?? ''
  expect(text.indexOf('OURTEE 基本款')).toBeLessThan(text.indexOf('預購中'))
})

test.describe('on a phone, one colour', () => {
  test.use({ viewport: { width: 390, height: 664 } })

  test('takes one line, and delivery, returns and material have one line between them', async ({
    page,
  }) => {
    await page.goto('/product/otr-001')
    const color = await page.getByRole('group', { name: '顏色' }).boundingBox()
    expect(color?.height).toBeLessThanOrEqual(52)
    const edges = await page
      .getByRole('main')
      .locator('dl')
      .evaluateAll((lists) =>
        lists.slice(0, 2).map((list) => {
          const { top, bottom } = list.getBoundingClientRect()
          return { top, bottom, line: getComputedStyle(list).borderTopWidth }
        }),
      )
    expect(edges[1]?.top).toBe(edges[0]?.bottom)
    expect(edges[1]?.line).toBe('0px')
  })
})
