/** Why an act needs the approval of a second person. */
export const approvalReasons = ['above the limit', 'own money'] as const
export type ApprovalReason = (typeof approvalReasons)[number]
