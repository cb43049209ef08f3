import { giveSession } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { orders, ownerAtTerminal } from '../support/owner-tools.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

test('the owner ships a paid order and completes it; its member sees the tracking number @long (rules 33, 82, 282, 352)', async ({
  page,
  context,
}) => {
  const { id, number, member } = await sell()
  const early = await orders('complete', number)
  expect(early).toMatchObject({ code: 1 })
  expect(early.text).toContain('只能依序往前')
  expect(await orders('ship', number, '--carrier', '黑貓宅急便')).toMatchObject({ code: 1 })

  const parcel = ['--carrier', '黑貓宅急便', '--tracking', '901234567890']
  const { email: who } = await ownerAtTerminal()
  const shipped = await orders('ship', number, ...parcel, '--who', who)
  expect(shipped).toMatchObject({ code: 0 })
  expect(await orders('ship', number, '--carrier', 'x', '--tracking', '2')).toMatchObject({
    code: 1,
  })

  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('已出貨').first()).toBeVisible()
  await expect(page.getByText('901234567890')).toBeVisible()
  await page.goto('/account/order')
  await expect(page.getByText('黑貓宅急便 追蹤編號 901234567890')).toBeVisible()

  expect(await orders('complete', number, '--who', who)).toMatchObject({ code: 0 })
  const order = await storedDocument(`orders/${id}`)
  expect(order).toMatchObject({ status: '已完成', shipment: { trackingNumber: '901234567890' } })
  expect(order.history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'parcel.shipped', by: 'owner', who }),
      expect.objectContaining({ type: 'order.completed', by: 'owner', who }),
    ]),
  )
})

test('a shipping is taken back before its mail leaves, and can be made anew @long (rule 793)', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id, number } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await page.getByLabel('追蹤編號').fill('1111')
  await sheet.press('標記為已出貨')
  await expect(page.getByText('已記下，會員看得到追蹤編號。')).toBeVisible()

  await page.goto('/owner/ship')
  const shippings = page.getByRole('region', { name: /剛才出貨的/ })
  await expect(shippings.getByRole('link', { name: number })).toBeVisible()
  await expectNoViolation(page)

  await sheet.open(id)
  await sheet.unfold('收回出貨')
  await sheet.press('收回出貨')
  await expect(page.getByText('已收回，出貨的信不會寄出。')).toBeVisible()
  await expect(page.locator('[data-status="已付款"]')).toBeVisible()
  const letters = await database().collection('outbox').where('order', '==', id).get()
  expect(letters.docs.map((mail) => String(mail.get('kind')))).not.toContain('shipped')
  await page.getByLabel('追蹤編號').fill('2222')
  await sheet.press('標記為已出貨')
  await expect(page.locator('dd').filter({ hasText: /^黑貓宅急便$/ })).toBeVisible()
})
