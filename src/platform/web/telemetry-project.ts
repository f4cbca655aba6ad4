/** Known from the first moment; what counts comes with the first page that counts something. */
let project = ''

/** Called once with the address that the configuration names; without it nothing is sent. */
export function configureTelemetry(projectHash: string): void {
  project = projectHash
}

export function telemetryProject(): string {
  return project
}
