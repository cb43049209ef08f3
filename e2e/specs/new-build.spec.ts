import { giveSession, newMember } from '../support/accounts.ts'
import { deployAnew, OF_ANOTHER_BUILD } from '../support/another-build.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { memberWithOrder, openWindow } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { settings } from '../support/pages/settings.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { paypalOrders } from '../support/paypal-control.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

test.use({ expected: [OF_ANOTHER_BUILD] })

const UPDATED = '商店剛更新，已為您重新載入這一頁，填過的內容都還在，請繼續。'

test('a checkout that was open while the shop was deployed keeps its form, and orders once', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await deployAnew(context)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await expectNoViolation(page)
  const id = await confirmOrder(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ totalAmount: 1540 })
})

test('a payment whose window was open while the shop was deployed settles by itself, once', async ({
  page,
  context,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  const window = await openWindow(page, /PayPal/)
  const agree = window.getByRole('button', { name: '同意付款' })
  await agree.waitFor()
  await deployAnew(context)
  await agree.click()
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  const orders = await paypalOrders(id)
  expect(orders.flatMap(({ captures }) => captures)).toHaveLength(1)
})

test('settings that were typed while the shop was deployed stay, and are saved @long', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  await page.goto('/account/settings')
  await settings(page).field('顯示名稱').fill('小島')
  await settings(page).field('姓氏').fill('林')
  await settings(page).field('縣市').selectOption('臺北市')
  await settings(page).field('鄉鎮市區').selectOption('中正區')
  await deployAnew(context)
  await settings(page).save()
  await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(settings(page).field('顯示名稱')).toHaveValue('小島')
  await expect(settings(page).field('鄉鎮市區')).toHaveValue('中正區')
  await settings(page).save()
  await expect(page.getByText('資料已更新。')).toBeVisible()
  await page.reload()
  await expect(settings(page).field('顯示名稱')).toHaveValue('小島')
  await expect(settings(page).field('姓氏')).toHaveValue('林')
  await expect(settings(page).field('鄉鎮市區')).toHaveValue('中正區')
})

test("a note of the owner's that was typed while the shop was deployed stays, and is kept once @long", async ({
  page,
  context,
}) => {
  await becomeOwner(page)
  const { id } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.panel('加備註').getByLabel('備註', { exact: true }).fill('客人要求週六送達')
  await deployAnew(context)
  await sheet.press('加備註')
  await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(sheet.panel('加備註').getByLabel('備註', { exact: true })).toHaveValue(
    '客人要求週六送達',
  )
  await sheet.press('加備註')
  await expect(page.getByText('已加上，只有店主看得到。')).toBeVisible()
  await expect(page.getByText('客人要求週六送達')).toHaveCount(1)
})

test('a password is not written down: the sentence says that it is to be typed again @long', async ({
  page,
  context,
}) => {
  const member = await newMember()
  await page.goto('/login')
  await deployAnew(context)
  await signInPage(page).logIn(member)
  await expect(page.getByRole('alert').filter({ hasText: '密碼和檔案請再填一次' })).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(kept).not.toContain(member.password)
  await expect(signInPage(page).email).toHaveValue(member.email)
})
