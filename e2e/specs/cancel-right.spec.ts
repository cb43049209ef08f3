import { giveSession } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

test('a buyer whose facts are not known asks to cancel, and the owner gives all back', async ({
  page,
  context,
}) => {
  const { id, member } = await sell()
  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText(/2099年1月15日前公布.*最晚\s2099年1月22日/u)).toBeVisible()
  await page.getByRole('button', { name: '申請取消' }).click()
  const dialog = page.getByRole('dialog', { name: '要申請取消整筆訂單嗎？' })
  await expectNoViolation(page)
  await dialog.getByRole('button', { name: '確定申請取消' }).click()
  await expect(page.getByText('已申請取消整筆訂單。')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: '申請取消' })).toBeHidden()
  await expectNoViolation(page)
  expect((await storedDocument(`orders/${id}`)).cancelRequest).toMatchObject({ state: 'requested' })

  const owner = await becomeOwner(page)
  const sheet = sheetPage(page)
  await sheet.open(id)
  await expect(page.getByText('買家在期限內申請取消。')).toBeVisible()
  await expectNoViolation(page)
  const panel = sheet.panel('同意取消，全額退款')
  await expect(panel.getByLabel('退款金額（元）')).toHaveValue('3080')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: '退款', exact: true }).click()
  await expect(page.getByText('已退款 NT$3,080。')).toBeVisible()
  await expect(page.getByText('買家在期限內申請取消。')).toBeHidden()
  expect((await storedDocument(`orders/${id}`)).payment).toMatchObject({ state: 'refunded' })
  await expect
    .poll(async () => (await lettersAbout(id)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('收到您的取消申請'))
})
