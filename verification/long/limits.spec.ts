import { giveSession, type Member, newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { memberWithOrder } from '../../e2e/support/pages/payment.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const SENTENCE = '操作太頻繁，請稍後再試。'
/** Provider calls of the three payment actions per member and minute. */
const QUESTIONS = 30

async function useUp({ session }: Member, id: string): Promise<void> {
  const press = { page: '/checkout', session, args: [{ id }] }
  // Sent concurrently, so that all fall within one minute.
  const presses = Array.from({ length: QUESTIONS }, () => callAction('refreshPaymentAction', press))
  await Promise.all(presses)
}

test('a member who starts a payment too often is reported in words', async ({ page, context }) => {
  const { id, member } = await memberWithOrder(context)
  await useUp(member, id)
  await page.goto(`/checkout/paypal/${id}`)
  await page
    .getByRole('button', { name: /PayPal/ })
    .first()
    .click()
  await expect(page.getByText(SENTENCE)).toBeVisible()
})

test('orders are searched thirty times a minute, then the page says so', async ({
  page,
  context,
}) => {
  const member = await newMember()
  const path = '/account/order?search=x'
  const headers = { cookie: `__session=${member.session}` }
  const search = async () => (await fetch(new URL(path, addresses().shop), { headers })).text()
  const answers = await Promise.all(Array.from({ length: 30 }, search))
  for (const answer of answers) expect(answer).not.toContain(SENTENCE)
  await giveSession(context, member.session)
  await page.goto(path)
  await expect(page.getByText(SENTENCE)).toBeVisible()
})
