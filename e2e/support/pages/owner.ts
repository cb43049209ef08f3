import type { Page } from 'playwright/test'

import { giveSession, type Member } from '../accounts.ts'
import { newOwner, newStaff } from '../owners.ts'
import { refuseCookies } from './storefront.ts'

async function become(page: Page, member: Member): Promise<Member> {
  await refuseCookies(page)
  await giveSession(page.context(), member.session)
  return member
}

/** Signs a new owner in to the current browser. */
export async function becomeOwner(page: Page): Promise<Member> {
  return become(page, await newOwner())
}

/** Signs a new member of the staff in to the current browser. */
export async function becomeStaff(page: Page): Promise<Member> {
  return become(page, await newStaff())
}

/** The page object of an order's sheet. */
export function sheetPage(page: Page) {
  const panel = (title: string) =>
    page.locator('details').filter({ has: page.locator('summary', { hasText: title }) })
  return {
    panel,
    open: (id: string) => page.goto(`/owner/order/${id}`),
    unfold: (title: string) => panel(title).locator('summary').click(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    refusal: (text: string) => page.getByRole('alert').filter({ hasText: text }),
  }
}
