/** How a member signs in; `other` is a way the shop does not offer. */
export type SignInMethod = 'password' | 'google.com' | 'facebook.com' | 'other'

/** The signed-in member, from the verified session cookie; name and verification are as old as the sign-in. */
export type Account = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly method: SignInMethod
}

/** How the member is greeted: the display name, else the e-mail (specification 2). */
export function greetingName(account: Pick<Account, 'name' | 'email'>): string {
  return account.name === '' ? account.email : account.name
}
