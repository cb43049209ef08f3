import type { Page } from 'playwright/test'

import { expectNoViolation } from '../support/axe.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { addAuthenticator, addPasskey, ageProofs } from '../support/pages/passkeys.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

// The browser logs violations of the owner's policy, and the answers that hinder a file.
test.use({
  expected: [
    /requires 'Trusted(?:HTML|ScriptURL|Script)'|status of (?:404|500)|answered (?:404|500)/,
  ],
})

const monthOf = (number: string) => `${number.slice(5, 9)}年${Number(number.slice(9, 11))}月`

async function textOf(page: Page, ask: () => Promise<unknown>) {
  const waiting = page.waitForEvent('download')
  await ask()
  const file = await waiting
  const text = (await (await file.createReadStream()).toArray()).map(String).join('')
  return { name: file.suggestedFilename(), text }
}

test('books asked for long after the last proof ask the device on the spot, and come as the file itself', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { number } = await sell()
  await addAuthenticator(page)
  await addPasskey(page)
  await ageProofs(owner)
  await page.goto('/owner/books')
  const link = page.getByRole('link', { name: `${monthOf(number)}訂單` })
  const { name, text } = await textOf(page, () => link.click())
  expect(name).toMatch(/^orders-\d{4}-\d{2}\.csv$/)
  expect(text).toContain(number)
  expect(text).toContain('合計')
  await expect(page).toHaveURL(/\/owner\/books$/)
  await expect(page.getByText('已下載。')).toBeVisible()
  await expectNoViolation(page)
})

test('a failure or an ended session in place of the books is said on the page, and no file is saved', async ({
  page,
}) => {
  await becomeOwner(page)
  const { number } = await sell()
  await page.goto('/owner/books')
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  const link = page.getByRole('link', { name: `${monthOf(number)}收支` })
  await page.route('**/owner/books/money/**', (route) => route.fulfill({ status: 500, body: 'x' }))
  await link.click()
  await expect(page.getByText('檔案下載失敗，請稍後再試。')).toBeVisible()
  await page.unroute('**/owner/books/money/**')
  await page.context().clearCookies()
  await link.click()
  await expect(page.getByText('登入已超過 12 小時，或已登出')).toBeVisible()
  await expectNoViolation(page)
  expect(saved).toEqual([])
})
