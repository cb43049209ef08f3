import type { Page } from 'playwright/test'

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
