import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { addToCart } from '../support/pages/product.ts'

test.use({ stores: 'map' })

test(
  "a store chosen on the carrier's map comes back to what was typed @long",
  { tag: '@phone-long' },
  async ({ page }) => {
    await giveSession(page.context(), (await newMember()).session)
    await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
    await page.goto('/checkout')
    await fillRecipient(page)
    await page.getByText('超商取貨').click()
    await page.getByLabel('便利商店').selectOption('全家')
    await expectNoViolation(page)
    await page.getByRole('link', { name: '在地圖上選 全家 門市' }).click()
    await page.getByRole('button', { name: /^館前店/ }).click()
    await expect(page.getByLabel('門市店號')).toHaveValue(/^\d{6}$/)
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)
    const { recipient } = await storedDocument(`orders/${await confirmOrder(page)}`)
    expect(Object(recipient).store).toMatch(/^全家 \d{6} 館前店$/)
  },
)

test('an unrequested reply of the map goes on to the checkout, which says so @long', async ({
  page,
  own: { shop },
}) => {
  const reply = { LogisticsSubType: 'FAMIC2C', CVSStoreID: '006598', CVSStoreName: '重慶' }
  const bring = async (more: Record<string, string>) => {
    const body = new URLSearchParams({ ...reply, ...more })
    const answer = await fetch(`${shop}/api/ecpay/map`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await bring({ ExtraData: 'A'.repeat(20) })).toEqual([303, '/checkout?store_error=expired'])
  expect(await bring({})).toEqual([303, '/checkout?store_error=invalid'])
  expect(await bring({ ExtraData: '../orders/x' })).toEqual([303, '/checkout?store_error=invalid'])
  await giveSession(page.context(), (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto(`/checkout?store=${'A'.repeat(20)}`)
  await expect(page.getByText('未收到您在地圖上選的門市，請再選一次。')).toBeVisible()
  await expectNoViolation(page)
})
