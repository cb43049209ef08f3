import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright/test'

import { expectNoViolation } from '../support/axe.ts'
import { lettersWith } from '../support/pages/mailbox.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const field = (page: Page, label: string) => page.getByLabel(label)

async function fill(page: Page, email: string): Promise<void> {
  await field(page, '名字或團隊名稱').fill('阿晴')
  await field(page, '電子信箱').fill(email)
  await field(page, '作品的網址').fill('studio.example/works')
  await field(page, '想放進衣服裡的事').fill('一片海\n還有一張票根')
  await page.getByRole('checkbox', { name: /我同意共衣保存/ }).check()
}

test('a creator writes, proves the address once, and the owner reads and deletes it @phone-long @long', async ({
  page,
}) => {
  const email = `${randomUUID()}@studio.example`
  await refuseCookies(page)
  await page.goto('/join')
  await fill(page, email)
  await page.getByRole('button', { name: '送出' }).click()
  await expect(page.getByRole('status').filter({ hasText: '還差一步：請收信' })).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await expectNoViolation(page)

  await expect.poll(async () => (await lettersWith({ to: email })).length).toBe(1)
  const [letter] = await lettersWith({ to: email })
  expect(letter?.text).not.toContain('票根')
  const link = /https?:\/\/\S+#[0-9a-f.]+/.exec(letter?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: '確認並送出' }).click()
  await expect(page.getByText('送到了，謝謝你')).toBeVisible()

  // A second press of the link changes nothing.
  await page.reload()
  await page.getByRole('button', { name: '確認並送出' }).click()
  await expect(page.getByText('送到了，謝謝你')).toBeVisible()
  const subjects = async () => {
    const [mine, owners] = await Promise.all([
      lettersWith({ to: email }),
      lettersWith({ to: 'owner@ourtee.example', text: email.replaceAll('.', '. ') }),
    ])
    return [...mine, ...owners].map(({ subject }) => subject).toSorted()
  }
  await expect
    .poll(subjects)
    .toEqual(
      [
        '我們收到您的來信了',
        '有人想一起畫下一筆：阿晴',
        '請確認您在 OURTEE 共衣 留下的話',
      ].toSorted(),
    )

  await becomeOwner(page)
  await page.goto('/owner')
  await page.getByRole('link', { name: /^有 .* 封共創來信/ }).click()
  const letterOf = page.locator('section').filter({ hasText: email })
  await expect(letterOf.getByText('還有一張票根')).toBeVisible()
  await expect(letterOf.getByRole('link', { name: 'https://studio.example/works' })).toBeVisible()
  await expectNoViolation(page)
  await letterOf.getByRole('button', { name: '刪除這封來信' }).click()
  await expect(letterOf).toHaveCount(0)
})

test('a missing answer is named beside its field, and nothing typed is lost @long', async ({
  page,
}) => {
  await refuseCookies(page)
  await page.goto('/join')
  await field(page, '作品的網址').fill('我的作品')
  await page.getByRole('button', { name: '送出' }).click()
  const summary = page.getByRole('alert').filter({ hasText: '請完成以下欄位' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    '請寫下你的名字或團隊名稱',
    '請寫下收得到信的電子信箱',
    '請寫完整的網址，例如 https://…',
    '請寫一小段你想放進衣服裡的事',
    '請勾選同意，我們才能保存並回信',
  ])
  await expectNoViolation(page)
  await summary.getByRole('link', { name: '請寫完整的網址' }).click()
  await expect(field(page, '作品的網址')).toBeFocused()
  await expect(field(page, '作品的網址')).toHaveValue('我的作品')
})

test('an address writes once a day, and what was typed stays @long', async ({ page }) => {
  const email = `${randomUUID()}@studio.example`
  await refuseCookies(page)
  for (const text of ['還差一步：請收信', '今天已經用這個信箱送過一次了']) {
    await page.goto('/join')
    await fill(page, email)
    await page.getByRole('button', { name: '送出' }).click()
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(field(page, '想放進衣服裡的事')).toHaveValue('一片海\n還有一張票根')
})

test('a link that is none, or of another key, confirms nothing @long', async ({ page }) => {
  for (const hash of ['', '#x', `#${'0'.repeat(32)}.${'0'.repeat(32)}`]) {
    await page.goto('about:blank')
    await page.goto(`/join/confirm${hash}`)
    await page.getByRole('button', { name: '確認並送出' }).click()
    await expect(page.getByText('這個連結已過期或不完整')).toBeVisible()
  }
})
