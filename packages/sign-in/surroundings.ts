// Replaces the command line around firebase-tools' Auth emulator; see firebase-tools.ts.

/** The log of the emulators; only errors are shown here. */
export const EmulatorLogger = {
  forEmulator: () => ({
    log: (level: string, text: string) => {
      if (level === 'ERROR') console.error(text)
    },
    logLabeled: () => {},
  }),
}

/** The list of running emulators: there is no other, and this one is where the request went. */
export const EmulatorRegistry = {
  isRunning: () => false,
  url: (_emulator: string, request: { headers: { host: string } }) =>
    new URL(`http://${request.headers.host}`),
}

/** The base of the emulator's errors. */
export class ExtendableError extends Error {}
