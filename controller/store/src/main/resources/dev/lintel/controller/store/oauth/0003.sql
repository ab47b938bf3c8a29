-- account.notification_rule is sensitive from here on. Applications of the command line are approved for every scope: they
-- get this one too. Others that hold it ask an operator for it.
INSERT OR IGNORE INTO application_scope (application_id, scope, approved_at)
  SELECT id, 'account.notification_rule', updated_at FROM application
   WHERE owner_id IS NULL
     AND EXISTS (SELECT 1 FROM application_scope s
                  WHERE s.application_id = application.id AND s.scope = 'account.person'
                    AND s.approved_at IS NOT NULL);
INSERT OR IGNORE INTO application_scope (application_id, scope, approved_at)
  SELECT DISTINCT application_id, 'account.notification_rule', NULL FROM permission
   WHERE revoked_at IS NULL AND ' ' || scope || ' ' LIKE '% account.notification_rule %';
