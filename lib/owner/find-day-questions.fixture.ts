export const changedAt = '2026-11-23T01:00:00.000Z'
