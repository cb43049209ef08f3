import { addresses } from '../addresses.ts'

/** The links of the mails to an address in the local mailbox, the newest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const page = await (await fetch(addresses().mailbox)).text()
  return page
    .split('<li>')
    .filter((mail) => mail.includes(`收件人：${email}<`))
    .flatMap((mail) => /<code>(.*?)<\/code>/.exec(mail)?.[1]?.replaceAll('&amp;', '&') ?? [])
}
