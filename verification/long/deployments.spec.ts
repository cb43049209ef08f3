import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { OF_ANOTHER_BUILD } from '../../e2e/support/another-build.ts'
import { storedDocument } from '../../e2e/support/database.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../../e2e/support/pages/checkout.ts'
import { becomeOwner, sheetPage } from '../../e2e/support/pages/owner.ts'
import { openWindow } from '../../e2e/support/pages/payment.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { settings } from '../../e2e/support/pages/settings.ts'
import { paypalOrders } from '../../e2e/support/paypal-control.ts'
import { sell } from '../../e2e/support/sales.ts'
import { copyShop } from '../../e2e/support/shop-copy.ts'
import { expect, test as base } from '../../e2e/support/shop.ts'
import { BUILD_TIMEOUT } from '../../e2e/support/time-limits.ts'
import {
  actionIds,
  buildAfterEdit,
  type Deployments,
  startDeployments,
} from '../../e2e/support/two-builds.ts'

// Two builds on one port, one after the other, under pages that are open.
base.describe.configure({ mode: 'serial' })

type TwoBuilds = { readonly deployments: Deployments; readonly second: string }

const test = base.extend<object, { builds: TwoBuilds }>({
  builds: [
    async ({ browserName: _any }, use) => {
      const second = copyShop('second-build')
      await buildAfterEdit(second, 'other')
      const deployments = await startDeployments()
      await use({ deployments, second })
      await deployments.stop()
    },
    { scope: 'worker', timeout: BUILD_TIMEOUT },
  ],
  baseURL: async ({ builds }, use) => use(builds.deployments.shop),
})
// While a build takes the other's place, nothing answers; the old pages' own files are gone after it.
const BETWEEN_BUILDS = /ERR_CONNECTION_(?:REFUSED|RESET)|ERR_EMPTY_RESPONSE|\b404\b/
test.use({ expected: [new RegExp(`${OF_ANOTHER_BUILD.source}|${BETWEEN_BUILDS.source}`)] })

const UPDATED = '商店剛更新，已為您重新載入這一頁，填過的內容都還在，請繼續。'

test('two builds with two keys share no action, and pages open in the first go on in the second', async ({
  page,
  context,
  browser,
  builds: { deployments, second },
}) => {
  test.setTimeout(BUILD_TIMEOUT)
  expect(actionIds(second).filter((id) => actionIds().includes(id))).toEqual([])

  // A buyer's window of PayPal is open, another page of the same buyer is a checkout, a third the settings.
  await giveSession(context, (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const paid = await confirmOrder(page)
  const window = await openWindow(page, /PayPal/)
  const agree = window.getByRole('button', { name: '同意付款' })
  await agree.waitFor()

  const checkout = await context.newPage()
  await addToCart(checkout, { id: 'otr-001', size: 'M', units: 1 })
  await checkout.goto('/checkout')
  await fillRecipient(checkout)

  const profile = await context.newPage()
  await profile.goto('/account/settings')
  await settings(profile).field('顯示名稱').fill('小島')
  await settings(profile).field('姓氏').fill('林')

  const desk = await browser.newPage({ baseURL: deployments.shop, locale: 'zh-TW' })
  await becomeOwner(desk)
  const sold = await sell()
  const sheet = sheetPage(desk)
  await sheet.open(sold.id)
  await sheet.panel('加備註').getByLabel('備註', { exact: true }).fill('客人要求週六送達')

  await deployments.deploy(second)

  await agree.click()
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  expect((await paypalOrders(paid)).flatMap(({ captures }) => captures)).toHaveLength(1)

  // What was paid has left the cart, about which the checkout asks: so it hears of the new build by itself.
  await expect(checkout.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(checkout.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  const ordered = await confirmOrder(checkout)
  expect(await storedDocument(`orders/${ordered}`)).toMatchObject({ totalAmount: 1540 })

  await settings(profile).save()
  await expect(profile.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(settings(profile).field('顯示名稱')).toHaveValue('小島')
  await expect(settings(profile).field('姓氏')).toHaveValue('林')
  await settings(profile).save()
  await expect(profile.getByText('資料已更新。')).toBeVisible()

  await sheet.press('加備註')
  await expect(desk.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(sheet.panel('加備註').getByLabel('備註', { exact: true })).toHaveValue(
    '客人要求週六送達',
  )
  await sheet.press('加備註')
  await expect(desk.getByText('已加上，只有店主看得到。')).toBeVisible()
  await desk.close()
})

test('a build after a change of words names every action as the one before, so an open checkout orders at once', async ({
  page,
  context,
  builds: { deployments, second },
}) => {
  test.setTimeout(BUILD_TIMEOUT)
  await deployments.deploy(second)
  await giveSession(context, (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)

  const before = actionIds(second)
  await deployments.stop()
  await buildAfterEdit(second, 'other')
  expect(actionIds(second)).toEqual(before)
  await deployments.deploy(second)

  const id = await confirmOrder(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ totalAmount: 1540 })
  await expect(page.getByText(UPDATED)).toHaveCount(0)
})
