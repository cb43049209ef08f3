import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const file = (...lines: readonly string[]) => ({
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `\uFEFF${['訂單編號,下單日期,總金額,Email,姓名,電話,商品', ...lines].join('\r\n')}`,
  ),
})

test('an old shop’s orders are tried, imported once, found by the owner and seen by whose address is verified', async ({
  page,
  browser,
}) => {
  await becomeOwner(page)
  const buyer = await newMember()
  const number = `#${buyer.uid.slice(-8)}`
  const good = `${number},2024/3/5,"NT$1,280",${buyer.email.toUpperCase()},方小晴,0912345678,舊款 T 恤`
  const said = (hasText: RegExp) => page.getByRole('status').filter({ hasText })
  await page.goto('/owner/customers')
  await page.getByRole('link', { name: /匯入顧客與舊訂單/ }).click()
  await expect(page.getByRole('heading', { name: '從別的平台搬來' })).toBeVisible()
  await page.getByLabel('選檔案').setInputFiles(file(good, '1002,2024-02-30,一千,,,,'))
  await expect(
    page.getByText('第 3 列「下單日期」：要像 2024-03-05，而且真的有這一天'),
  ).toBeVisible()
  await expect(page.getByText('第 3 列「總金額」：要是整數的金額（元）')).toBeVisible()
  await page.getByRole('button', { name: '試跑' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '有幾列有問題' })).toBeVisible()
  await page.getByLabel('略過有問題的列').check()
  await page.getByRole('button', { name: '試跑' }).click()
  await expect(said(/試跑：新的 1 筆/)).toBeFocused()
  await expectNoViolation(page)
  await page.getByRole('button', { name: '匯入', exact: true }).click()
  await expect(said(/已匯入：新的 1 筆/)).toBeFocused()
  await page.getByRole('button', { name: '試跑' }).click()
  await expect(page.getByText(/試跑：新的 0 筆.*已經有的 1 筆/)).toBeVisible()

  await page.goto('/owner/orders')
  await page.getByRole('searchbox').fill(number)
  await page.getByRole('searchbox').press('Enter')
  const old = page.getByRole('region', { name: /舊訂單與舊顧客/ })
  await expect(old.getByText(number)).toBeVisible()
  await expect(old.getByText('舊款 T 恤')).toBeVisible()
  await expectNoViolation(page)

  // The member whose address it is, and one who only claims it.
  for (const [member, isSeen] of [
    [buyer, true],
    [await newMember({ emailVerified: false }), false],
  ] as const) {
    const context = await browser.newContext()
    const own = await context.newPage()
    await refuseCookies(own)
    await giveSession(context, member.session)
    await own.goto('/account/order')
    await expect(own.getByRole('heading', { name: '訂單', exact: true })).toBeVisible()
    await expect(own.getByRole('heading', { name: '舊訂單' })).toHaveCount(isSeen ? 1 : 0)
    if (isSeen) {
      await expect(own.getByText(number)).toBeVisible()
      // Only what the order was, no person.
      await expect(own.getByRole('main')).not.toContainText('方小晴')
      await expect(own.getByRole('main')).not.toContainText('0912345678')
      await expectNoViolation(own)
    }
    await context.close()
  }
})
