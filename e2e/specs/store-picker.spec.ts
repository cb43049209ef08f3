import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { LATE_SCRIPT_LOST, loseLateScripts } from '../support/deferred-scripts.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { addToCart } from '../support/pages/product.ts'
import { settings } from '../support/pages/settings.ts'

const STORE_PATH = '**/api/stores?*'

/** The checkout of a new member, with the recipient typed and a parcel to a store chosen. */
async function openPicker(page: Page): Promise<void> {
  await giveSession(page.context(), (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.getByText('超商取貨').click()
}

const confirm = (page: Page) => page.getByRole('button', { name: '確認訂單並付款' }).click()
const storeOf = async (id: string) => {
  const { recipient } = await storedDocument(`orders/${id}`)
  return Object(recipient)
}

test(
  'a shopper picks a store of their district, and the order keeps it under its own name',
  { tag: '@phone-long' },
  async ({ page }) => {
    await openPicker(page)
    // City and district are those that were typed, so the stores are there at once.
    await expect(page.getByText(/^找到 \d+ 家 7-11 門市/)).toBeVisible()
    await expectNoViolation(page)
    await page.getByRole('radio', { name: /^衡陽門市/ }).check()
    await expect(page.getByText('已選擇 7-11 衡陽門市')).toBeVisible()
    await page.getByLabel('便利商店').selectOption('全家')
    await expect(page.getByText('已選擇')).toBeHidden()
    await page.getByLabel('門市所在縣市').selectOption('澎湖縣')
    await page.getByLabel('門市所在地區').selectOption('馬公市')
    const stores = page.getByRole('group', { name: '全家 門市' })
    await stores
      .getByRole('radio', { name: /店\s*離島/ })
      .first()
      .check()
    await expect(page.getByText(/^已選擇 全家/)).toBeVisible()
    await expectNoViolation(page)
    await page.getByLabel('便利商店').selectOption('7-11')
    await page.getByLabel('門市所在縣市').selectOption('臺北市')
    await page.getByLabel('門市所在地區').selectOption('中正區')
    await page.getByRole('radio', { name: /^館前門市/ }).check()
    const { store, city, address } = await storeOf(await confirmOrder(page))
    expect([store, city, address]).toEqual(['7-11 100202 館前門市', '', ''])
  },
)

test('a store is found by its road and chosen by keyboard alone @long', async ({ page }) => {
  await openPicker(page)
  await page.getByRole('textbox', { name: 'Email' }).focus()
  await page.getByLabel('搜尋門市').focus()
  await page.keyboard.type('忠孝西路')
  await expect(page.getByText(/^找到 1 家 7-11 門市/)).toBeVisible()
  for (const name of ['storeCity', 'storeDistrict', 'storeChoice']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(`[name=${name}]:focus`)).toHaveCount(1)
  }
  await page.keyboard.press('Space')
  await expect(page.getByText('已選擇 7-11 北車門市')).toBeVisible()
  expect((await storeOf(await confirmOrder(page))).store).toBe('7-11 100203 北車門市')
})

test('a half-written syllable asks for no store @long', async ({ page, context }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/stores') asked.push(searchParams.get('text') ?? '')
  })
  await openPicker(page)
  await page.getByLabel('搜尋門市').focus()
  const keyboard = await context.newCDPSession(page)
  for (const text of ['ㄓ', 'ㄓㄨ', 'ㄓㄨㄥ', '忠']) {
    const at = { selectionStart: text.length, selectionEnd: text.length }
    await keyboard.send('Input.imeSetComposition', { text, ...at })
    await expect(page.getByLabel('搜尋門市')).toHaveValue(text)
  }
  await keyboard.send('Input.insertText', { text: '忠孝西路' })
  await expect(page.getByText(/^找到 1 家 7-11 門市/)).toBeVisible()
  expect(asked.filter((text) => text !== '')).toEqual(['忠孝西路'])
})

test(
  'nothing is asked for before a store is looked for, and then one question',
  { tag: '@long' },
  async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/stores')) requests.push(request.url())
    })
    await giveSession(page.context(), (await newMember()).session)
    await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
    await page.goto('/checkout')
    expect(await page.content()).not.toContain('門市所在縣市')
    await page.getByText('超商取貨').click()
    await expect(page.getByText('請選擇縣市與地區')).toBeVisible()
    expect(requests).toEqual([])
    await page.getByLabel('門市所在縣市').selectOption('臺北市')
    await page.getByLabel('門市所在地區').selectOption('中正區')
    await expect(page.getByRole('radio', { name: /^館前門市/ })).toBeVisible()
    expect(requests).toHaveLength(1)
  },
)

test(
  'while the stores of another chain are looked for, none of the first can be chosen',
  { tag: '@long' },
  async ({ page }) => {
    await openPicker(page)
    await expect(page.getByRole('radio', { name: /^館前門市/ })).toBeVisible()
    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route(STORE_PATH, async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('便利商店').selectOption('全家')
    await expect(page.getByText('載入門市…')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^館前/ })).toHaveCount(0)
    letThrough()
    await expect(page.getByRole('radio', { name: /^館前店/ })).toBeVisible()
  },
)

test('a store that is left out, and a name that no chain prints, are said in words @long', async ({
  page,
}) => {
  await openPicker(page)
  await page.getByLabel('名字').fill('芳 Christopher')
  await expect(page.getByText(/^包裹上的取件姓名是「.芳Christ」/)).toBeVisible()
  await expect(page.getByLabel('取件姓名')).toHaveValue(/^.芳Christ$/)
  await page.getByLabel('姓氏').fill('王')
  await page.getByLabel('名字').fill('·')
  await page.getByLabel('手機').fill('02-2311-1111')
  await confirm(page)
  for (const words of [/^超商取貨的取件姓名須與證件相同/, /^超商取貨以簡訊通知/])
    await expect(page.getByRole('link', { name: words })).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('link', { name: /^請選擇取貨門市/ }).click()
  await expect(page.locator('#store')).toBeFocused()
  // Home delivery has no strict rules for name and telephone.
  await page.getByText('宅配到府').click()
  await page.getByLabel('名字').fill('芳')
  await confirmOrder(page)
})

test('a name that a chain prints otherwise has a field, and goes onto the order as it is written there @long', async ({
  page,
}) => {
  await openPicker(page)
  await page.getByLabel('姓氏').fill('夷將')
  const printed = page.getByLabel('取件姓名')
  await page.getByLabel('名字').fill('·拔路兒')
  await expect(printed).toHaveValue('夷將拔路兒')
  await printed.fill('')
  await expect(printed).toHaveValue('')
  await page.getByLabel('名字').focus()
  await expect(printed).toHaveValue('夷將拔路兒')
  await printed.fill('夷將·拔')
  await page.getByRole('radio', { name: /^館前門市/ }).check()
  await confirm(page)
  await page.getByRole('link', { name: /^超商取貨的取件姓名須與證件相同/ }).click()
  await expect(printed).toBeFocused()
  await expectNoViolation(page)
  await printed.fill('夷將 拔路')
  const id = await confirmOrder(page)
  expect(await storeOf(id)).toMatchObject({ firstName: '·拔路兒', pickupName: '夷將拔路' })
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('夷將拔路', { exact: true })).toBeVisible()
})

test.describe('without network', () => {
  test.use({ expected: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|answered 5\d\d/] })

  test('the stores that were seen last can be chosen, and any by its number @long', async ({
    page,
  }) => {
    await openPicker(page)
    await expect(page.getByRole('radio', { name: /^館前門市/ })).toBeVisible()
    await page.route(STORE_PATH, (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/^目前查不到最新的門市，以下是上次看到的/)).toBeVisible()
    await page.getByRole('radio', { name: /^館前門市/ }).check()
    await page.getByLabel('搜尋門市').fill('沒看過的路')
    await expect(page.getByText('目前查不到門市名單，您可以直接輸入店號。')).toBeVisible()
    await expectNoViolation(page)
    await page.getByLabel('門市店號').fill('999999')
    await confirm(page)
    await expect(page.getByRole('alert').filter({ hasText: '這家門市目前無法取貨' })).toBeFocused()
    await page.getByLabel('門市店號').fill('131386')
    // The server uses the store's own name, whatever was typed.
    expect((await storeOf(await confirmOrder(page))).store).toMatch(/^7-11 131386 .+門市$/)
  })
})

test.describe('without the code of the list', () => {
  test.use({ expected: [LATE_SCRIPT_LOST] })

  for (const loss of ['not found', 'cut'] as const) {
    test(`a store is typed by its number where the list's script is ${loss} @long`, async ({
      page,
    }) => {
      await loseLateScripts(page, loss)
      await openPicker(page)
      await page.getByLabel('門市店號').fill('131386')
      await expectNoViolation(page)
      expect((await storeOf(await confirmOrder(page))).store).toMatch(/^7-11 131386 .+門市$/)
    })
  }
})

test('a parcel home keeps no store that was picked before', { tag: '@long' }, async ({ page }) => {
  await openPicker(page)
  await page.getByRole('radio', { name: /^館前門市/ }).check()
  await page.getByText('宅配到府').click()
  const { store, address } = await storeOf(await confirmOrder(page))
  expect([store, address]).toEqual(['', RECIPIENT.address])
})

test('a member keeps a store in the settings, and clears it @long', async ({ page, context }) => {
  const member = await newMember()
  await giveSession(context, member.session)
  await page.goto('/account/settings')
  await page.getByLabel('搜尋門市').fill('館前')
  await page.getByRole('radio', { name: /^館前門市/ }).check()
  await expectNoViolation(page)
  await settings(page).save()
  await expect(page.getByText('資料已更新')).toBeVisible()
  await page.reload()
  await expect(page.getByText('已選擇 7-11 館前門市')).toBeVisible()
  await page.getByRole('button', { name: '清除門市' }).click()
  await settings(page).save()
  await expect(page.getByText('資料已更新')).toBeVisible()
  expect(await storedDocument(`users/${member.uid}`)).not.toMatchObject({
    profile: { store: expect.stringContaining('7-11') },
  })
})

test(
  'the picker fits a narrow window with letters of twice the size',
  { tag: '@long' },
  async ({ page }) => {
    await openPicker(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await page.getByRole('radio', { name: /^館前門市/ }).check()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width).toBe(320)
  },
)

test('a mailed link to choose another store that came cut off is reported before a store is chosen @long', async ({
  page,
}) => {
  await page.goto('/pickup')
  await expect(page.getByText('這個連結不完整，請從信中重新打開。')).toBeVisible()
  await expect(page.getByRole('button', { name: '改到這家門市' })).toHaveCount(0)
  await page.goto(`/pickup#${'a'.repeat(24)}.${'b'.repeat(72)}`)
  await page.reload()
  await expect(page.getByRole('button', { name: '改到這家門市' })).toBeVisible()
})
