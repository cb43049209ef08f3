import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from 'playwright/test'

import { type OwnShop, startOwnShop } from '../support/own-shop.ts'
import { holdPosts } from '../support/pages/delayed-response.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell, sellPreorders } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

const CONTENT = 'e2e/fixtures/content'
const SHIRT = `${CONTENT}/products/otd-001.md`
const PHOTO = 'public/images/products/otr-001-front.jpg'

let folder: string
let own: OwnShop

const git = (...words: readonly string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x', ...words], {
    encoding: 'utf8',
  })
const readShirt = () => readFileSync(join(folder, SHIRT), 'utf8')

// They share one shop and one folder.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-'))
  for (const path of [CONTENT, 'public/images']) {
    cpSync(path, join(folder, path), { recursive: true })
  }
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  own = await startOwnShop(4640, {}, { CONTENT_WORKING_FOLDER: folder })
})
test.afterAll(async () => {
  await own.stop()
  rmSync(folder, { recursive: true, force: true })
})

const done = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Goes into a field and types over what is there, as a hand does. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.selectText()
  await field.page().keyboard.type(text)
}

test.describe('the content of a product', () => {
  // The picture is not deployed yet.
  test.use({ expected: [/404/] })

  test('what is typed while a photograph is uploaded stays, in its entry of a list and everywhere else @long', async ({
    page,
  }) => {
    await becomeOwner(page)
    await page.goto(`${own.at.shop}/owner/content/file?file=products/otd-001.md`)
    const upload = await holdPosts(page, /\/api\/owner-picture/)
    await page.locator('summary', { hasText: /^其他圖片 1/ }).click()
    await page.locator('summary', { hasText: /^其他圖片 2/ }).click()
    await page.locator('#field-gallery-1-src-file').setInputFiles(PHOTO)
    await upload.arrived
    await typeInto(page.locator('#field-gallery-1-alt'), '領口近看')
    await typeInto(page.getByLabel('副標題'), '上傳時打的')
    await typeInto(page.getByLabel('價格（元）', { exact: true }), '610')
    // The entry of the photograph moves up.
    await page.getByRole('button', { name: '刪除其他圖片 1' }).click()
    await expect(page.locator('#field-gallery-2')).toHaveCount(0)
    upload.release()
    await expect(page.locator('#field-gallery-0-src')).toHaveValue(/otd-001-[0-9a-f]{8}\.jpg$/)
    await expect(page.locator('#field-gallery-0-alt')).toHaveValue('領口近看')
    await expect(page.locator('#field-gallery-1-src')).toHaveValue(/label\.svg$/)
    await expect(page.getByLabel('副標題')).toHaveValue('上傳時打的')
    await expect(page.getByLabel('價格（元）', { exact: true })).toHaveValue('610')
    await expect(page.getByText('照片已上傳')).toHaveCount(1)
  })

  test('what is typed while a photograph for the text is uploaded stays in the text @long', async ({
    page,
  }) => {
    await becomeOwner(page)
    await page.goto(`${own.at.shop}/owner/content/file?file=products/otd-001.md`)
    const upload = await holdPosts(page, /\/api\/owner-picture/)
    await page.getByLabel('上傳照片，放在內文最後').setInputFiles(PHOTO)
    await upload.arrived
    await typeInto(page.getByLabel('內文（Markdown）'), '上傳時寫的內文')
    upload.release()
    await expect(page.getByLabel('內文（Markdown）')).toHaveValue(
      /^上傳時寫的內文\n\n!\[\]\(\/images\/products\/.*\.jpg\)\n$/,
    )
  })
})

test('what is typed while a file is checked, put aside or saved stays and is saved by the next press @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const before = readShirt()
  await page.goto(`${own.at.shop}/owner/content/file?file=products/otd-001.md`)
  const subtitle = page.getByLabel('副標題')
  const price = page.getByLabel('價格（元）', { exact: true })
  for (const [press, answer] of [
    ['檢查並預覽', '沒有錯誤'],
    ['先暫存，稍後一起儲存', '已暫存，尚未儲存'],
  ] as const) {
    const held = await holdPosts(page, /\/owner\/content\/file/)
    await page.getByRole('button', { name: press }).click()
    await held.arrived
    await typeInto(subtitle, press)
    held.release()
    await expect(done(page, answer)).toBeVisible()
    await expect(subtitle).toBeFocused()
    await page.keyboard.type('之後')
    await expect(subtitle).toHaveValue(`${press}之後`)
  }
  await subtitle.fill('按儲存以前')
  const save = page.getByRole('button', { name: '儲存', exact: true })
  const held = await holdPosts(page, /\/owner\/content\/file/)
  await save.click()
  await held.arrived
  await typeInto(price, '620')
  held.release()
  await expect(done(page, '已儲存，')).toContainText('按下後填寫的內容還在')
  await expect(price).toBeFocused()
  await expect(price).toHaveValue('620')
  await expect(subtitle).toHaveValue('按儲存以前')
  expect(readShirt()).toBe(before.replace(/^subtitle: .*/m, 'subtitle: 按儲存以前'))
  await save.click()
  await expect(done(page, '已儲存')).toBeFocused()
  expect(readShirt()).toMatch(/^price: 620$/m)
  await expect(page.getByText('按下後填寫的內容還在')).toHaveCount(0)
})

test('what is typed while prices are saved stays @long', async ({ page }) => {
  await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner/content`)
  const shirt = page.getByRole('group', { name: /日常 T 恤/ }).first()
  await shirt.getByLabel('價格').fill('600')
  const held = await holdPosts(page, /\/owner\/content$/)
  await page.getByRole('button', { name: '儲存價格' }).click()
  await held.arrived
  await typeInto(shirt.getByLabel('優惠價'), '550')
  held.release()
  await expect(done(page, '已儲存')).toBeVisible()
  await expect(shirt.getByLabel('優惠價')).toHaveValue('550')
  await expect(shirt.getByLabel('優惠價')).toBeFocused()
  await expect(shirt.getByLabel('價格')).toHaveValue('600')
})

type Form = {
  readonly name: string
  readonly open: (page: Page) => Promise<unknown>
  readonly fill: (page: Page, password: string) => Promise<unknown>
  readonly press: string
  readonly address: RegExp
  /** The field that is typed into meanwhile. */
  readonly field: (page: Page) => Locator
  readonly answer: string
}

const FORMS: readonly Form[] = [
  {
    name: 'a note',
    open: async (page) => sheetPage(page).open((await sell()).id),
    fill: (page) => page.locator('#note-text').fill('第一則'),
    press: '加備註',
    address: /\/owner\/order\//,
    field: (page) => page.locator('#note-text'),
    answer: '已加上，只有店主看得到。',
  },
  {
    name: 'a part of the money',
    open: async (page) => {
      await sheetPage(page).open((await sell()).id)
      await sheetPage(page).unfold('退款')
    },
    fill: async (page, password) => {
      const panel = sheetPage(page).panel('退款')
      await panel.getByLabel('退款金額（元）').fill('80')
      await panel.getByLabel('原因').fill('運費補償')
      await panel.getByLabel('您的密碼', { exact: true }).fill(password)
    },
    press: '退款',
    address: /\/owner\/order\//,
    field: (page) => sheetPage(page).panel('退款').getByLabel('原因'),
    answer: '已退款 NT$80。',
  },
  {
    name: 'a code',
    open: async (page) => {
      await page.goto('/owner/discounts')
      await page.getByText('建立新的折扣碼').click()
    },
    fill: async (page, password) => {
      const code = `TYP${crypto.randomUUID().slice(0, 8).toUpperCase()}`
      await page.getByLabel('折扣碼', { exact: true }).fill(code)
      await page.getByLabel('折多少').fill('150')
      await page.getByLabel('您的密碼', { exact: true }).fill(password)
    },
    press: '建立折扣碼',
    address: /\/owner\/discounts/,
    field: (page) => page.getByLabel('備註', { exact: false }),
    answer: '已建立，現在可以使用。',
  },
  {
    name: 'a sale by hand',
    open: (page) => page.goto('/owner/new'),
    fill: async (page) => {
      await page
        .getByRole('group', { name: /日常 T 恤/ })
        .first()
        .getByLabel('M')
        .fill('1')
      await page.getByLabel('發票類型').selectOption('paper')
    },
    press: '建立訂單',
    address: /\/owner\/new/,
    field: (page) => page.getByLabel('手機', { exact: false }).first(),
    answer: '收 NT$',
  },
]

for (const { name, open, fill, press, address, field, answer } of FORMS) {
  test(`what is typed while ${name} is stored stays, and the cursor with it @long`, async ({
    page,
  }) => {
    const owner = await becomeOwner(page)
    await open(page)
    await fill(page, owner.password)
    const held = await holdPosts(page, address)
    await page.getByRole('button', { name: press, exact: true }).click()
    await held.arrived
    await typeInto(field(page), '0912')
    held.release()
    await expect(done(page, answer)).toBeVisible()
    await expect(field(page)).toHaveValue('0912')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('34')
    await expect(field(page)).toHaveValue('091234')
  })
}

test('what is typed while a day is looked at is looked at anew before anything changes @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { product } = await sellPreorders()
  await page.goto(`/owner/date?product=${product}`)
  await page.getByLabel('新的預計出貨日').fill('2099-06-15')
  await page.getByLabel('原因').fill('布料晚到')
  const held = await holdPosts(page, /\/owner\/date/)
  const look = page.getByRole('button', { name: '看會通知幾筆' })
  await look.click()
  await held.arrived
  await typeInto(page.getByLabel('原因'), '布料晚到兩週')
  held.release()
  await expect(look).toBeVisible()
  await expect(page.getByText('會改 2 筆訂單')).toHaveCount(0)
  await expect(page.getByLabel('原因')).toHaveValue('布料晚到兩週')
  await look.click()
  await expect(page.getByText('會改 2 筆訂單')).toBeVisible()
})
