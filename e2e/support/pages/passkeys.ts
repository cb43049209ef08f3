import type { Page } from 'playwright/test'

import type { Member } from '../accounts.ts'
import { database } from '../database.ts'
import { expect } from '../shop.ts'

/** Adds a virtual authenticator with user verification. */
export async function addAuthenticator(
  page: Page,
): Promise<{ setPresent: (is: boolean) => Promise<void> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresent: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/** The button that asks for a passkey. */
export const confirmByPasskey = (page: Page) => page.getByRole('button', { name: '用通行密鑰確認' })

/** Adds a passkey of the browser's authenticator to the signed-in owner. */
export async function addPasskey(page: Page): Promise<void> {
  await page.goto('/owner/proof')
  await page.getByRole('button', { name: '加入這台裝置的通行密鑰' }).click()
  await expect(page.getByText('請立即抄寫、複製或列印備援碼')).toBeVisible()
}

/** Makes every proof of a member's sessions older than 15 minutes. */
export async function ageProofs({ uid }: Pick<Member, 'uid'>): Promise<void> {
  const { docs } = await database().collection('sessions').where('uid', '==', uid).get()
  const old = new Date(Date.now() - 16 * 60_000).toISOString()
  for (const { ref } of docs) await ref.update({ passkeyAt: old, provenAt: old })
}
