import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { choose, press, tabTo, type } from '../support/pages/keys.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sellPreorders } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

const readStored = (id: string) => storedDocument(`orders/${id}`)

async function mailCounts(ids: readonly string[]): Promise<readonly number[]> {
  const letters = await Promise.all(ids.map((id) => lettersAbout(id)))
  return letters.map((some) => some.filter(({ subject }) => subject.includes('出貨日改為')).length)
}

test('another day of shipping is looked at, given with a reason and told once, by keyboard @phone-long @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { product, ids } = await sellPreorders()
  await page.goto('/owner/date')
  await expectNoViolation(page)
  const { refusal } = sheetPage(page)
  await choose(page, '商品', product)
  const look = page.getByRole('button', { name: '看會通知幾筆' })
  await press(page, look)
  await expect(refusal('請寫日期')).toBeFocused()
  // Which part of a day is typed first is the browser's language; the field itself is reached by Tab.
  const day = page.getByLabel('新的預計出貨日')
  await tabTo(page, day)
  await day.fill('2020-01-01')
  await press(page, look)
  await expect(refusal('這一天已過。')).toBeFocused()
  await day.fill('2099-06-15')
  await press(page, look)
  await expect(refusal('請寫下原因。')).toBeFocused()
  await expectNoViolation(page)

  await type(page, '原因', '布料晚到')
  await page.keyboard.press('Enter')
  await expect(page.getByText('會改 2 筆訂單，並為每一筆寄一封信給買家。')).toBeVisible()
  await expectNoViolation(page)
  expect((await readStored(ids[0] ?? '')).items).toMatchObject([
    { preorder: { shipsAbout: '2099-03-31' } },
  ])
  // Changed input needs a new preview.
  await type(page, '原因', '布料晚到兩週')
  await expect(look).toBeVisible()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: '更改並通知 2 筆訂單的買家' }))
  await expect(page.getByText('2 筆訂單改為 2099年6月15日前後出貨')).toBeVisible()
  await expectNoViolation(page)
  for (const id of ids) {
    expect((await readStored(id)).items).toMatchObject([{ preorder: { shipsAbout: '2099-06-15' } }])
  }
  await expect.poll(() => mailCounts(ids)).toEqual([1, 1])

  await press(page, look)
  await expect(page.getByText('沒有訂單要改。另有 2 筆原本就是這一天')).toBeVisible()
  await expect(look).toBeVisible()
  expect(await mailCounts(ids)).toEqual([1, 1])
})

test('a change of the day whose answer was lost is pressed again and tells nobody twice @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { product, ids } = await sellPreorders()
  await page.goto(`/owner/date?product=${product}`)
  await page.getByLabel('新的預計出貨日').fill('2099-07-01')
  await page.getByLabel('原因').fill('印刷延後')
  await page.getByRole('button', { name: '看會通知幾筆' }).click()
  const sure = page.getByRole('button', { name: '更改並通知 2 筆訂單的買家' })
  await expect(sure).toBeVisible()
  await page.route('**/owner/date*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('aborted')
  })
  await sure.click()
  await expect(sheetPage(page).refusal('不確定是否已送出：網路中斷')).toBeFocused()
  await page.unroute('**/owner/date*')
  await sure.click()
  await expect(page.getByText('0 筆訂單改為 2099年7月1日前後出貨')).toBeVisible()
  await expect.poll(() => mailCounts(ids)).toEqual([1, 1])
})
