import { z } from 'zod'

const mailSchema = z.object({
  email: z.string(),
  requestType: z.string(),
  oobLink: z.url(),
})

/** A mail that the sign-in service would have sent: to whom, what for, and the link in it. */
export type Mail = z.infer<typeof mailSchema>

const answerSchema = z.object({ oobCodes: z.array(mailSchema).default([]) })

/** Every mail since the sign-in service started whose link is unused, newest first; `auth` is its host and port. */
export async function readMails(auth: string, project: string): Promise<Mail[]> {
  const response = await fetch(`http://${auth}/emulator/v1/projects/${project}/oobCodes`, {
    signal: AbortSignal.timeout(3_000),
  })
  if (!response.ok) throw new Error(`The sign-in service answered ${response.status}`)
  return answerSchema.parse(await response.json()).oobCodes.toReversed()
}
