import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { confirmOrder, RECIPIENT } from '../support/pages/checkout.ts'
import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const OWN = { ...RECIPIENT, firstName: '小島', address: '中山北路一段 1 號' }

test('one tick makes an order a gift: the receiver is asked for, the own address comes back and stays saved', async ({
  page,
  context,
}) => {
  const member = await newMember()
  await database().doc(`users/${member.uid}`).set({ profile: OWN }, { merge: true })
  await giveSession(context, member.session)
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine({ quantity: 1 })]))
  await page.goto('/checkout')
  const address = page.getByLabel('地址', { exact: true })
  await expect(address).toHaveValue(OWN.address)
  const tick = page.getByLabel('這是禮物，直接寄給收禮人')
  await tick.check()
  await expect(address).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await tick.uncheck()
  await expect(address).toHaveValue(OWN.address)
  await tick.check()
  await page.reload()
  await expect(tick).toBeChecked()
  await expectNoViolation(page)
  await page.getByLabel('姓氏').fill(RECIPIENT.lastName)
  await page.getByLabel('名字').fill(RECIPIENT.firstName)
  await page.getByLabel('手機').fill(RECIPIENT.phone)
  await page.getByLabel('郵遞區號').fill(RECIPIENT.zipcode)
  await address.fill(RECIPIENT.address)
  await page.getByLabel('給收禮人的話').fill('生日快樂')
  const id = await confirmOrder(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    gift: true,
    recipient: { firstName: RECIPIENT.firstName, address: RECIPIENT.address, note: '生日快樂' },
  })
  expect(await storedDocument(`users/${member.uid}`)).toMatchObject({
    profile: { firstName: OWN.firstName, address: OWN.address },
  })
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('直接寄給收禮人，單子不印價格')).toBeVisible()
})

test('a tick for a gift takes nothing away that was typed @long', async ({ page, context }) => {
  await giveSession(context, (await newMember()).session)
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine({ quantity: 1 })]))
  await page.goto('/checkout')
  const address = page.getByLabel('地址', { exact: true })
  await page.getByLabel('姓氏').fill(RECIPIENT.lastName)
  await address.fill(RECIPIENT.address)
  const tick = page.getByLabel('這是禮物，直接寄給收禮人')
  await tick.check()
  await expect(address).toHaveValue(RECIPIENT.address)
  await tick.uncheck()
  await expect(address).toHaveValue(RECIPIENT.address)
  await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.lastName)
})
