/**
 * What people call a step. Files and addresses of files count steps from 0 (`violation_step`, `step_0.png`); messages,
 * reasons of oracles, pages, flags and reports count from 1. Step 0 in words is the desktop before the first step.
 */
export const stepNumber = (index: number): number => index + 1;
