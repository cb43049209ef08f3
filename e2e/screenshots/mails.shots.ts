import { lettersAbout } from '../support/pages/mailbox.ts'
import { act, place } from '../support/sales.ts'
import { told } from '../support/told-orders.ts'
import { expect, test } from './camera.ts'

const KINDS = [
  ['已成立', 'placed'],
  ['收到您的付款', 'paid'],
  ['出發了', 'shipped'],
  ['已為您部分退款', 'refunded'],
  ['出貨日改為', 'date-changed'],
  ['已取消', 'cancelled'],
  ['新訂單', 'owner-paid'],
  ['PayPal 退款', 'owner-refund'],
] as const

test('mails, light and dark', async ({ page, shoot }) => {
  const { id: toldOrder } = await told()
  const { id, member } = await place()
  await act(member, 'cancelOrderAction', `/account/order/${id}`, { id })
  const letters = async () => [...(await lettersAbout(toldOrder)), ...(await lettersAbout(id))]
  for (const [words, name] of KINDS) {
    const found = async () => (await letters()).find(({ subject }) => subject.includes(words))
    await expect.poll(found).toBeDefined()
    const letter = await found()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(letter?.html ?? '')
      await shoot(`mail-${name}-${colorScheme}`)
    }
  }
})
