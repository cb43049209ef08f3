import { expectPage, refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.use({ expected: [/404/] })

test.beforeEach(({ page }) => refuseCookies(page))

test('the journal is searched while one types, in title, excerpt and tags', async ({ page }) => {
  await page.goto('/blog')
  await expect(page.getByText('共 6 篇文章')).toBeVisible()
  const search = page.getByRole('searchbox', { name: '搜尋文章' })
  await search.fill('沒有闔上')
  await expect(page.getByText('共 1 篇文章')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await search.fill('洗滌保養')
  await expect(page.getByRole('heading', { name: '一件白 T 恤的日常照顧' })).toBeVisible()
  await search.fill('不存在的字')
  await expect(page.getByText('找不到符合條件的文章')).toBeVisible()
  await expect(page.getByText('共 0 篇文章')).toBeVisible()
  await page.getByRole('button', { name: '清除搜尋' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
})

test('a syllable that is not written to its end searches nothing', async ({ page }) => {
  await page.goto('/blog')
  await page.getByRole('searchbox', { name: '搜尋文章' }).focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', {
    text: 'ㄇㄟ',
    selectionStart: 2,
    selectionEnd: 2,
  })
  await expect(page.getByRole('searchbox')).toHaveValue('ㄇㄟ')
  await expect(page.getByText('共 6 篇文章')).toBeVisible()
  await keyboard.send('Input.insertText', { text: '沒有闔上' })
  await expect(page.getByText('共 1 篇文章')).toBeVisible()
})

test('a card shows three tags and how many more there are', async ({ page }) => {
  await page.goto('/blog')
  const card = page.getByRole('article').filter({ hasText: '下襬的碼' })
  await expect(card.getByRole('listitem')).toHaveText([
    '掃描碼',
    'QR Code',
    '互動體驗',
    '+3 個標籤',
  ])
})

test('an article names author and date and leads to its neighbours', async ({ page }) => {
  await page.goto('/blog/seen-on-the-road')
  await expect(page.getByText('OURTEE 編輯室')).toBeVisible()
  await expect(page.getByText('2026年9月24日')).toBeVisible()
  const others = page.getByRole('navigation', { name: '其他文章' })
  await expect(others.getByRole('link')).toHaveText([
    '上一篇一件白 T 恤的日常照顧',
    '下一篇靜意：沒有闔上的圓',
  ])
  await others.getByRole('link', { name: '下一篇' }).click()
  await expectPage(page, '靜意：沒有闔上的圓')
  await expect(others.getByRole('link')).toHaveCount(1)
})

test('an unknown article answers 404, says so, and leads to the journal after 3 s', async ({
  page,
}) => {
  await page.clock.install()
  const answer = await page.goto('/blog/no-such-article')
  expect(answer?.status()).toBe(404)
  await expectPage(page, '文章不存在')
  await expect(page.getByRole('link', { name: '回到文章列表' })).toBeVisible()
  await page.clock.fastForward(3_100)
  await expect(page).toHaveURL(/\/blog$/)
  await expectPage(page, '誌')
})

test('a reader who acts on the page of an unknown article is not led away', async ({ page }) => {
  await page.clock.install()
  await page.goto('/blog/no-such-article')
  await page.getByRole('link', { name: '回到文章列表' }).focus()
  await page.clock.fastForward(3_100)
  await expectPage(page, '文章不存在')
})
