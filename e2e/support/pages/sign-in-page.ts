import { expect, type Page } from 'playwright/test'

/** The page object of the sign-in pages. */
export function signInPage(page: Page) {
  const email = page.getByRole('textbox', { name: '電子信箱' })
  const password = page.getByLabel('密碼', { exact: true })
  const confirmation = page.getByLabel('確認密碼', { exact: true })
  const submit = page.getByRole('button', { name: '登入', exact: true })
  return {
    email,
    password,
    submit,
    google: page.getByRole('button', { name: '使用 Google 登入' }),
    facebook: page.getByRole('button', { name: '使用 Facebook 登入' }),
    problem: (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }),

    logIn: async (member: { email: string; password: string }) => {
      await email.fill(member.email)
      await password.fill(member.password)
      await submit.click()
    },
    register: async (member: { email: string; password: string }, again = member.password) => {
      await email.fill(member.email)
      await password.fill(member.password)
      await confirmation.fill(again)
      await page.getByRole('button', { name: '註冊', exact: true }).click()
    },
    expectGreeting: async (name: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`您好，${name}`)
    },
  }
}
