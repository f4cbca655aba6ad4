declare module '#platform/server/db.ts' {
  interface Tables {
    history_cleared: { account_id: number; at: Date }
  }
}
