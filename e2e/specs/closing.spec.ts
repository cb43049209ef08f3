import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { addToCart } from '../support/pages/product.ts'
import { expect, test } from '../support/shop.ts'

// The fixtures close from 2199-02-04 to 2199-02-11.
const NOTICE = /2月4日至.*2月11日休假；照常接單，.*2月12日起依序出貨。/

const DAYS = [
  ['2199-01-20T12:00:00+08:00', false],
  ['2199-01-21T12:00:00+08:00', true],
  ['2199-02-11T23:00:00+08:00', true],
  ['2199-02-12T01:00:00+08:00', false],
] as const

async function expectNotice(page: Page, isNotified: boolean): Promise<void> {
  await expect(page.getByText(NOTICE)).toHaveCount(isNotified ? 1 : 0)
}

test('a closing is reported on product, cart and checkout from two weeks before until its last day', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  for (const [time, isNotified] of DAYS) {
    await page.clock.setFixedTime(time)
    await page.goto('/product/otr-001')
    await expectNotice(page, isNotified)
    if (isNotified) await expectNoViolation(page)
  }
  await page.clock.setFixedTime(DAYS[1][0])
  for (const [path, title] of [
    ['/cart', '購物車'],
    ['/checkout', '確認訂單'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectNotice(page, true)
    await expectNoViolation(page)
  }
})
