import type { Page } from 'playwright/test'

/** The member that every new laptop shop has. */
export const DEMO = { email: 'demo@ourtee.example', password: 'ourtee-demo' } as const

/** Submits the sign-in form of the current page. */
export async function signIn(
  page: Page,
  member: { email: string; password: string } = DEMO,
): Promise<void> {
  await page.getByLabel('電子信箱').fill(member.email)
  await page.getByLabel('密碼', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: '登入', exact: true }).click()
}
