import { register } from '../support/accounts.ts'
import { addresses } from '../support/addresses.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { expect, test } from '../support/shop.ts'

test('the session cookie is closed to scripts and to other sites, the hint opens nothing @long', async ({
  page,
  context,
}) => {
  const member = await register()
  await page.goto('/login')
  await signIn(page, member)
  await page.waitForURL(/\/account/)
  const cookies = new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
  expect([...cookies.keys()].toSorted()).toEqual(['__session', 'signed_in'])
  expect(cookies.get('__session')).toMatchObject({
    httpOnly: true,
    // Safari keeps no Secure cookie of a laptop's plain address.
    secure: false,
    sameSite: 'Lax',
    path: '/',
  })
  expect(cookies.get('signed_in')).toMatchObject({
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
    path: '/',
  })
  const days = ((cookies.get('__session')?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14)
  const hint = await fetch(new URL('/account', addresses().shop), {
    redirect: 'manual',
    headers: { cookie: 'signed_in=somebody' },
  })
  expect(hint.status).toBe(307)
})
