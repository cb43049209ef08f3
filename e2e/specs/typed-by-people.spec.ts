import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

let uid = ''

test.beforeEach(async ({ page }) => {
  await refuseCookies(page)
  const member = await newMember()
  uid = member.uid
  await giveSession(page.context(), member.session)
  await storeCart(page, JSON.stringify([storedLine()]))
  await page.goto('/checkout')
  await fillRecipient(page)
})

const confirm = (page: Page) => page.getByRole('button', { name: '確認訂單並付款' })

test(
  'full-width digits, dots and letters are taken for what they mean',
  { tag: '@long' },
  async ({ page }) => {
    await page.getByLabel('手機').fill('０９１２.345－678')
    await page.getByLabel('郵遞區號').fill('１００')
    await page.getByLabel('Email').fill('ｆａｎｇ＠example.com')
    const order = await storedDocument(`orders/${await confirmOrder(page)}`)
    expect(order.recipient).toMatchObject(RECIPIENT)
  },
)

test('an address book that writes 台北市 keeps the district of the postal code @long', async ({
  page,
}) => {
  await page.getByLabel('縣市').selectOption('臺中市')
  await page.getByLabel('郵遞區號').fill(RECIPIENT.zipcode)
  await expect(page.getByLabel('鄉鎮市區')).toHaveValue(RECIPIENT.area)
  await page.getByLabel('縣市').selectOption('台北市')
  await expect(page.getByLabel('縣市')).toHaveValue(RECIPIENT.city)
  await expect(page.getByLabel('鄉鎮市區')).toHaveValue(RECIPIENT.area)
  const order = await storedDocument(`orders/${await confirmOrder(page)}`)
  expect(order.recipient).toMatchObject(RECIPIENT)
})

// As a browser that translates a page does it: other words in elements of its own, also in options.
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  }
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style')) continue
    const words = document.createElement('span')
    words.textContent = `[${text.data}]`
    text.replaceWith(words)
  }
}

test('in a translated page a city is chosen by what it is, and is stored so', async ({ page }) => {
  await page.evaluate(translate)
  await page.getByLabel('縣市').selectOption({ value: '臺中市' })
  await page.getByLabel('鄉鎮市區').selectOption({ value: '中區' })
  await expect(page.getByLabel('郵遞區號')).toHaveValue('400')
  const order = await storedDocument(`orders/${await confirmOrder(page)}`)
  expect(order.recipient).toMatchObject({ city: '臺中市', area: '中區', zipcode: '400' })
})

test('a probable slip is asked about once @long', async ({ page }) => {
  await page.getByLabel('名字').fill('😀')
  await page.getByLabel('Email').fill('fang@gmial.com')
  await page.getByLabel('地址').fill('1')
  await confirm(page).click()
  const request = page.getByRole('alert').filter({ hasText: '請再看一次這幾項' })
  await expect(request).toBeFocused()
  await expect(request.getByRole('link')).toHaveText([
    '名字沒有文字，物流可能無法配送',
    'Email：您是指 @gmail.com 嗎？',
    '地址很短，請確認路名與門牌都填了',
  ])
  await expectNoViolation(page)
  await page.getByLabel('Email').fill(RECIPIENT.email)
  await confirm(page).click()
  await expect(request.getByRole('link')).toHaveCount(2)
  const order = await storedDocument(`orders/${await confirmOrder(page)}`)
  expect(order.recipient).toMatchObject({ firstName: '😀', address: '1' })
})

test('a store may be named, and needs a mobile number', { tag: '@long' }, async ({ page }) => {
  await page.getByText('超商取貨').click()
  await page.getByLabel('門市名稱').fill('重慶門市')
  await page.getByLabel('手機').fill('02 2311 1111')
  await confirm(page).click()
  await expect(
    page.getByRole('link', { name: '超商取貨以簡訊通知，請填寫 09 開頭的手機號碼' }),
  ).toBeVisible()
  await page.getByLabel('手機').fill('+886 912 345 678')
  const order = await storedDocument(`orders/${await confirmOrder(page)}`)
  const { phone } = RECIPIENT
  expect(order.recipient).toMatchObject({ store: '7-11 重慶門市', phone, address: '', city: '' })
})

test(
  'text typed for another way of delivery does not travel along',
  { tag: '@long' },
  async ({ page }) => {
    await page.getByText('超商取貨').click()
    await page.getByLabel('門市名稱').fill('重慶門市')
    await page.getByText('宅配到府').click()
    const order = await storedDocument(`orders/${await confirmOrder(page)}`)
    expect(order.recipient).toMatchObject({ store: '', address: RECIPIENT.address })
    expect(JSON.stringify(await storedDocument(`users/${uid}`))).not.toContain('重慶門市')
  },
)
