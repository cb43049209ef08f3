import { book, buyToStore, chooseOrder, openParcels } from '../../e2e/support/pages/parcels.ts'
import { ecpayTest as test } from './camera.ts'

test('parcels, their labels, and an order with an invoice', async ({
  page,
  own: { shop },
  shoot,
}) => {
  const first = await buyToStore(page, shop)
  await buyToStore(page, shop)
  await openParcels(page)
  await shoot('owner-parcels')
  await book(page, first.number)
  await page.getByText('1 筆已建立寄件').waitFor()
  await shoot('owner-parcels-booked')
  await page.goto(`/owner/order/${first.id}`)
  await shoot('owner-order-parcel')
  await chooseOrder(page, first.number)
  const tab = page.context().waitForEvent('page')
  await page.getByRole('button', { name: '列印標籤', exact: true }).click()
  const labels = await tab
  await labels.waitForLoadState()
  await page.goto(labels.url())
  await shoot('owner-labels')
})
