/** The model keeps no log. */
export function reportEvent(): void {}

/** The model keeps no log. */
export function reportFailure(): void {}
