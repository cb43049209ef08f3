/** What the browser needs to speak to the sign-in service; public, and given by the page at run time. */
export type WebConfig = {
  readonly apiKey: string
  readonly authDomain: string
  readonly projectId: string
  /** The host and port of the stand-in; only in local mode. */
  readonly emulatorHost?: string
}
