import { giveSession, newMember } from '../support/accounts.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { fillRecipient } from '../support/pages/checkout.ts'
import { addToCart } from '../support/pages/product.ts'

/** Limit of opening the picker in processor seconds, on a quarter of this machine. */
const MOST_WORK = 0.3

test('opening the picker asks once, and is little work for a quarter of the processor', async ({
  page,
}) => {
  await giveSession(page.context(), (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', pieces: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const taskSeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const before = await taskSeconds()
  await page.getByText('超商取貨').click()
  await expect(page.getByRole('radio', { name: /^館前門市/ })).toBeVisible()
  const work = (await taskSeconds()) - before
  test.info().annotations.push({ type: 'work', description: `${Math.round(work * 1000)} ms` })
  expect(requests.filter((url) => url.includes('/api/'))).toHaveLength(1)
  expect(requests).toHaveLength(1)
  expect(work).toBeLessThan(MOST_WORK)
})
